# One binary for every x86-64 machine since about 2009: v2 has popcnt. What newer machines do better lives in
# *_bmi2.cpp kernels, chosen at run time (see library.cmake). Other architectures get the compiler's default.

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    set(PHILIDOR_X86_64 ON)
else()
    set(PHILIDOR_X86_64 OFF)
endif()

if(PHILIDOR_NATIVE)
    add_compile_options(-march=native)
elseif(PHILIDOR_X86_64)
    add_compile_options(-march=x86-64-v2)
endif()
