#include "philidor/chess/attacks.hpp"
#include "philidor/chess/detail/make_kernels.hpp"

namespace philidor::detail {

namespace {
struct Sliders : MagicSliders {};
}  // namespace

constinit const Kernels portable_kernels = make_kernels<Sliders>("portable");

}  // namespace philidor::detail
