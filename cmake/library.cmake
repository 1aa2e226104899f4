# The library, by rule: in src/philidor/<layer>/ and its detail/ every .cpp is compiled but *_test.cpp. The headers that
# stand directly in <layer>/ are public: they are installed, and nothing else is. tools/check_layers.py says who may
# include whom.
#
# It comes in components, so that a program that wants legal moves needs no database. Each is a library of some layers;
# philidor::philidor is all of them.
#
#     philidor::chess    base, chess, pawns, material    fmt
#     philidor::tables   index, table, builder           and SQLite; libfathom if it is there
#     philidor::solve    solve                           as tables
#     philidor::engine   engine                          as tables
#     philidor::pgn      pgn                             fmt, SQLite, zlib, zstd
#
# material needs nothing that chess does not, and both tables and pgn need it: so it is part of chess.

set(PHILIDOR_COMPONENTS chess tables solve pgn engine)
set(PHILIDOR_LAYERS base chess pawns material index table builder tune solve pgn games cluster engine serve)
set(PHILIDOR_SOURCE_ROOT ${PROJECT_SOURCE_DIR}/src)

find_package(tl-expected REQUIRED)
find_package(fmt REQUIRED)
find_package(Threads REQUIRED)
find_package(SQLiteCpp REQUIRED)
find_package(ZLIB REQUIRED)
find_package(zstd REQUIRED)

add_custom_target(philidor_kernels)  # by themselves, so that their symbols can be checked without compiling the rest

# philidor_find_files(<variable> <layer>...): sources and public headers of these layers.
function(philidor_find_files variable)
    set(found "")
    foreach(layer IN LISTS ARGN)
        set(folder ${PHILIDOR_SOURCE_ROOT}/philidor/${layer})
        file(GLOB files CONFIGURE_DEPENDS ${folder}/*.cpp ${folder}/detail/*.cpp ${folder}/*.hpp)
        list(APPEND found ${files})
    endforeach()
    list(FILTER found EXCLUDE REGEX "_test\\.cpp$")
    set(${variable} ${found} PARENT_SCOPE)
endfunction()

# philidor_add_kernels(<library> <source>...): of these sources, those for processors with BMI2 and AVX2 (x86-64-v3) or
# with AVX-512 (x86-64-v4). They exist on x86-64 only; elsewhere the portable code is all.
function(philidor_add_kernels library)
    set(bmi2_kernels ${ARGN})
    list(FILTER bmi2_kernels INCLUDE REGEX "_bmi2\\.cpp$")
    set(avx512_kernels ${ARGN})
    list(FILTER avx512_kernels INCLUDE REGEX "_avx512\\.cpp$")
    set(kernels ${bmi2_kernels} ${avx512_kernels})
    if(NOT PHILIDOR_X86_64 OR NOT kernels)
        return()
    endif()
    set_source_files_properties(${bmi2_kernels} PROPERTIES COMPILE_OPTIONS -march=x86-64-v3)
    set_source_files_properties(${avx512_kernels} PROPERTIES
        COMPILE_OPTIONS "-march=x86-64-v4;-mprefer-vector-width=512")

    add_library(${library}_kernels OBJECT ${kernels})
    target_include_directories(${library}_kernels PRIVATE ${PHILIDOR_SOURCE_ROOT})
    target_link_libraries(${library}_kernels PRIVATE tl::expected)
    target_compile_options(${library}_kernels PRIVATE ${PHILIDOR_LIBRARY_FLAGS})
    set_target_properties(${library}_kernels PROPERTIES POSITION_INDEPENDENT_CODE "${BUILD_SHARED_LIBS}")
    target_sources(${library} PRIVATE $<TARGET_OBJECTS:${library}_kernels>)
    add_dependencies(philidor_kernels ${library}_kernels)
endfunction()

# philidor_add_headers(<library> <header>...): the public headers, which must compile on their own. A .cpp includes its
# header before anything else (the format check sees to it), so that this is known of all but those without one.
function(philidor_add_headers library)
    set(headers "")
    set(lone_headers "")
    foreach(header IN LISTS ARGN)
        string(REGEX REPLACE "hpp$" "cpp" source ${header})
        if(EXISTS ${source})
            list(APPEND headers ${header})
        else()
            list(APPEND lone_headers ${header})
        endif()
    endforeach()
    target_sources(${library} PUBLIC
        FILE_SET HEADERS BASE_DIRS ${PHILIDOR_SOURCE_ROOT} FILES ${headers}
        FILE_SET lone_headers TYPE HEADERS BASE_DIRS ${PHILIDOR_SOURCE_ROOT} FILES ${lone_headers})
    set_target_properties(${library} PROPERTIES INTERFACE_HEADER_SETS_TO_VERIFY lone_headers)
endfunction()

# philidor_add_library(<name> [STATIC] FILES <file>...): the target philidor_<name>, of these sources and public headers.
function(philidor_add_library name)
    cmake_parse_arguments(PARSE_ARGV 1 library STATIC "" FILES)
    set(target philidor_${name})
    set(sources ${library_FILES})
    list(FILTER sources INCLUDE REGEX "\\.cpp$")
    list(FILTER sources EXCLUDE REGEX "_(bmi2|avx512)\\.cpp$")
    set(headers ${library_FILES})
    list(FILTER headers INCLUDE REGEX "\\.hpp$")

    if(library_STATIC)
        add_library(${target} STATIC ${sources})
    else()
        add_library(${target} ${sources})
    endif()
    philidor_add_kernels(${target} ${library_FILES})
    philidor_add_headers(${target} ${headers})
    target_compile_features(${target} PUBLIC cxx_std_20)
    # For the presets of `make test`, where compiling takes most of the time: tests are many and run once, so they are
    # compiled for the compiler's speed and the library for its own; and headers are read once for many files, except by
    # the dev preset, where no missing include of the library can hide.
    target_compile_options(${target} PRIVATE ${PHILIDOR_LIBRARY_FLAGS})
    set_target_properties(${target} PROPERTIES UNITY_BUILD "${PHILIDOR_UNITY}" UNITY_BUILD_BATCH_SIZE 12)
    # For .cpp files only, as all that is linked privately: users of our headers need not know them.
    target_link_libraries(${target} PRIVATE fmt::fmt)
endfunction()

# philidor_add_component(<name> FILES <file>...): a library that users can link as philidor::<name>.
function(philidor_add_component name)
    philidor_add_library(${name} ${ARGN})
    add_library(philidor::${name} ALIAS philidor_${name})
    set_target_properties(philidor_${name} PROPERTIES EXPORT_NAME ${name})
endfunction()

philidor_find_files(chess_files base chess pawns material)
philidor_find_files(tables_files index table builder)
philidor_find_files(solve_files solve)
philidor_find_files(pgn_files pgn)
philidor_find_files(engine_files engine)

# One part of base does not belong to chess: the database, which tables and pgn use.
set(sqlite_files ${chess_files})
list(FILTER sqlite_files INCLUDE REGEX "/base/(detail/)?sqlite")
list(FILTER chess_files EXCLUDE REGEX "/base/(detail/)?sqlite")

philidor_add_component(chess FILES ${chess_files})
target_link_libraries(philidor_chess PUBLIC tl::expected Threads::Threads)

# No component, but a part of two.
philidor_add_component(sqlite FILES ${sqlite_files})
target_link_libraries(philidor_sqlite PUBLIC philidor_chess SQLiteCpp)

philidor_add_component(tables FILES ${tables_files})
target_link_libraries(philidor_tables PUBLIC philidor_chess PRIVATE philidor_sqlite)
include(cmake/cuda.cmake)
include(cmake/syzygy.cmake)

philidor_add_component(solve FILES ${solve_files})
target_link_libraries(philidor_solve PUBLIC philidor_tables)

philidor_add_component(pgn FILES ${pgn_files})
target_link_libraries(philidor_pgn PUBLIC philidor_chess PRIVATE philidor_sqlite ZLIB::ZLIB zstd::libzstd_shared)

philidor_add_component(engine FILES ${engine_files})
target_link_libraries(philidor_engine PUBLIC philidor_solve)

# All of them, and the header that includes all public ones.
add_library(philidor INTERFACE)
add_library(philidor::philidor ALIAS philidor)
list(TRANSFORM PHILIDOR_COMPONENTS PREPEND philidor_ OUTPUT_VARIABLE components)
target_link_libraries(philidor INTERFACE ${components})
file(GLOB umbrella_header CONFIGURE_DEPENDS ${PHILIDOR_SOURCE_ROOT}/philidor/philidor.hpp)
target_sources(philidor INTERFACE FILE_SET HEADERS BASE_DIRS ${PHILIDOR_SOURCE_ROOT} FILES ${umbrella_header})
set_target_properties(philidor PROPERTIES INTERFACE_HEADER_SETS_TO_VERIFY HEADERS)
