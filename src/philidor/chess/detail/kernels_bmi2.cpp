#include "philidor/chess/detail/make_kernels.hpp"
#include "philidor/chess/detail/pext_sliders.hpp"

namespace philidor::detail {

namespace {
struct Sliders : PextSliders {};
}  // namespace

constinit const Kernels bmi2_kernels = make_kernels<Sliders>("bmi2");

}  // namespace philidor::detail
