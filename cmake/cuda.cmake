# Tables on a GPU: optional. PHILIDOR_CUDA=AUTO uses CUDA if it is there, ON insists on it, OFF leaves it out. CUDA's
# compiler makes one object of the library, and its runtime is linked statically, so that the program also starts on
# machines without a GPU or a driver. It is called directly: as a language of CMake it would link every program, too.

set(PHILIDOR_CUDA AUTO CACHE STRING "Solve tables on a GPU: AUTO, ON or OFF")
set_property(CACHE PHILIDOR_CUDA PROPERTY STRINGS AUTO ON OFF)
set(PHILIDOR_CUDA_ARCHITECTURES 75 90 CACHE STRING "The GPUs to compile for; later ones use the code of these")

if(PHILIDOR_CUDA STREQUAL "OFF")
    return()
endif()
find_package(CUDAToolkit 12 QUIET)
if(NOT CUDAToolkit_FOUND OR NOT CUDAToolkit_NVCC_EXECUTABLE OR NOT TARGET CUDA::cudart_static)
    if(NOT PHILIDOR_CUDA STREQUAL "AUTO")
        message(FATAL_ERROR "PHILIDOR_CUDA=${PHILIDOR_CUDA}, but CUDA 12 or later was not found")
    endif()
    return()
endif()
message(STATUS "CUDA ${CUDAToolkit_VERSION}: tables can be solved on a GPU")

set(PHILIDOR_HAS_CUDA ON)
set(cuda_source ${PHILIDOR_SOURCE_ROOT}/philidor/builder/detail/cuda_device.cu)
set(cuda_object ${PROJECT_BINARY_DIR}/cuda_device.o)
foreach(architecture IN LISTS PHILIDOR_CUDA_ARCHITECTURES)
    list(APPEND cuda_code -gencode=arch=compute_${architecture},code=[compute_${architecture},sm_${architecture}])
endforeach()
add_custom_command(OUTPUT ${cuda_object}
    COMMAND ${CUDAToolkit_NVCC_EXECUTABLE} -std=c++20 -O3 -lineinfo ${cuda_code} -I${PHILIDOR_SOURCE_ROOT}
            -ccbin ${CMAKE_CXX_COMPILER} -Xcompiler=-fPIC -MD -MF ${cuda_object}.d -c ${cuda_source} -o ${cuda_object}
    DEPENDS ${cuda_source} DEPFILE ${cuda_object}.d
    COMMENT "Compiling cuda_device.cu" VERBATIM)
set_source_files_properties(${cuda_object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
target_sources(philidor_tables PRIVATE ${cuda_object})
target_compile_definitions(philidor_tables PRIVATE PHILIDOR_HAS_CUDA)
target_link_libraries(philidor_tables PRIVATE CUDA::cudart_static)
