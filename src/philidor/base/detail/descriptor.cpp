#include "philidor/base/detail/descriptor.hpp"

#include <unistd.h>

namespace philidor::detail {

Descriptor::~Descriptor() {
    if (number_ >= 0) ::close(number_);
}

}  // namespace philidor::detail
