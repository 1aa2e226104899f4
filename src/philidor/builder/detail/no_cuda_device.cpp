#include "philidor/builder/detail/device.hpp"

namespace philidor::detail {

#ifndef PHILIDOR_HAS_CUDA  // else the function is in cuda_device.cu
std::unique_ptr<Device> find_cuda_device(std::string& why_not) {
    why_not = "this program was built without CUDA";
    return nullptr;
}
#endif

}  // namespace philidor::detail
