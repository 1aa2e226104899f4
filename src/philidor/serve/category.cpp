#include "philidor/serve/category.hpp"

namespace philidor {

std::string_view name_of(Category category) {
    switch (category) {
        case Category::win: return "win";
        case Category::maybe_win: return "maybe-win";
        case Category::cursed_win: return "cursed-win";
        case Category::draw: return "draw";
        case Category::blessed_loss: return "blessed-loss";
        case Category::maybe_loss: return "maybe-loss";
        case Category::loss: return "loss";
        case Category::unknown: return "unknown";
    }
    return "";
}

Category category_of(RuledValue value) {
    if (const auto wdl = syzygy_wdl(value)) {
        switch (*wdl) {
            case 2: return Category::win;
            case 1: return Category::cursed_win;
            case 0: return Category::draw;
            case -1: return Category::blessed_loss;
            default: return Category::loss;
        }
    }
    if (!value.plain.is_exact()) return Category::unknown;
    return value.plain.worst == Wdl::win ? Category::maybe_win : Category::maybe_loss;
}

}  // namespace philidor
