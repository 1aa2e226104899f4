# The library, by rule: in src/philidor/<layer>/ and its detail/ every .cpp is compiled but *_test.cpp; the headers in
# <layer>/ are public, those in detail/ are not. tools/check_layers.py says who may include whom.

set(PHILIDOR_LAYERS base chess pawns material index table builder tune solve pgn games engine serve)
set(PHILIDOR_SOURCE_ROOT ${PROJECT_SOURCE_DIR}/src)

set(library_layers ${PHILIDOR_LAYERS})
list(REMOVE_ITEM library_layers serve)  # a library of its own: cmake/serve.cmake
foreach(layer IN LISTS library_layers)
    set(folder ${PHILIDOR_SOURCE_ROOT}/philidor/${layer})
    file(GLOB layer_sources CONFIGURE_DEPENDS ${folder}/*.cpp ${folder}/detail/*.cpp)
    file(GLOB layer_headers CONFIGURE_DEPENDS ${folder}/*.hpp)
    file(GLOB layer_detail_headers CONFIGURE_DEPENDS ${folder}/detail/*.hpp)
    list(APPEND sources ${layer_sources})
    list(APPEND public_headers ${layer_headers})
    list(APPEND detail_headers ${layer_detail_headers})
endforeach()
list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")

# Kernels for processors with BMI2 and AVX2 (x86-64-v3), and with AVX-512 (x86-64-v4), exist on x86-64 only; elsewhere
# the portable code is all.
set(bmi2_kernels ${sources})
list(FILTER bmi2_kernels INCLUDE REGEX "_bmi2\\.cpp$")
set(avx512_kernels ${sources})
list(FILTER avx512_kernels INCLUDE REGEX "_avx512\\.cpp$")
set(kernels ${bmi2_kernels} ${avx512_kernels})
list(REMOVE_ITEM sources ${kernels})
set_source_files_properties(${bmi2_kernels} PROPERTIES COMPILE_OPTIONS -march=x86-64-v3)
set_source_files_properties(${avx512_kernels} PROPERTIES COMPILE_OPTIONS "-march=x86-64-v4;-mprefer-vector-width=512")

find_package(tl-expected REQUIRED)
find_package(fmt REQUIRED)
find_package(Threads REQUIRED)
find_package(SQLiteCpp REQUIRED)
find_package(ZLIB REQUIRED)
find_package(zstd REQUIRED)

add_library(philidor ${sources})
add_library(philidor::philidor ALIAS philidor)

if(PHILIDOR_X86_64)
    # By themselves, so that their symbols can be checked without compiling the rest.
    add_library(philidor_kernels OBJECT ${kernels})
    target_include_directories(philidor_kernels PRIVATE ${PHILIDOR_SOURCE_ROOT})
    target_link_libraries(philidor_kernels PRIVATE tl::expected)
    target_compile_options(philidor_kernels PRIVATE ${PHILIDOR_LIBRARY_FLAGS})
    set_target_properties(philidor_kernels PROPERTIES POSITION_INDEPENDENT_CODE "${BUILD_SHARED_LIBS}")
    target_sources(philidor PRIVATE $<TARGET_OBJECTS:philidor_kernels>)
endif()

target_compile_features(philidor PUBLIC cxx_std_20)
# For the presets of `make test`, where compiling takes most of the time: tests are many and run once, so they are
# compiled for the compiler's speed and the library for its own; and headers are read once for many files, except by
# the dev preset, where no missing include of the library can hide.
target_compile_options(philidor PRIVATE ${PHILIDOR_LIBRARY_FLAGS})
set_target_properties(philidor PROPERTIES UNITY_BUILD "${PHILIDOR_UNITY}" UNITY_BUILD_BATCH_SIZE 12)
target_link_libraries(philidor
    PUBLIC tl::expected Threads::Threads
    PRIVATE fmt::fmt SQLiteCpp ZLIB::ZLIB zstd::libzstd_shared)  # for .cpp files only: users of our headers need not know them

# Public headers must compile on their own. A .cpp includes its header before anything else (the format check sees to it),
# so that this is known of all but those without one. Detail headers are nobody's business but ours, yet public
# headers include them, so they are installed as well.
foreach(header IN LISTS public_headers)
    string(REGEX REPLACE "hpp$" "cpp" source ${header})
    if(NOT EXISTS ${source})
        list(APPEND lone_headers ${header})
    endif()
endforeach()
list(REMOVE_ITEM public_headers ${lone_headers})
target_sources(philidor PUBLIC
    FILE_SET HEADERS BASE_DIRS ${PHILIDOR_SOURCE_ROOT} FILES ${public_headers}
    FILE_SET lone_headers TYPE HEADERS BASE_DIRS ${PHILIDOR_SOURCE_ROOT} FILES ${lone_headers}
    FILE_SET detail_headers TYPE HEADERS BASE_DIRS ${PHILIDOR_SOURCE_ROOT} FILES ${detail_headers})
set_target_properties(philidor PROPERTIES INTERFACE_HEADER_SETS_TO_VERIFY lone_headers)
