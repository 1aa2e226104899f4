# The server's layer, src/philidor/serve/: a library of its own, so that users of philidor::philidor need neither HTTP
# nor JSON. The files that it serves are part of it: the page that was built to web/dist/, or else a plain one.

find_package(nlohmann_json REQUIRED)
find_package(PkgConfig REQUIRED)
# The HTTP library brings OpenSSL along; newer ones call it from their header, so we link it, too.
pkg_check_modules(httplib REQUIRED IMPORTED_TARGET cpp-httplib libcrypto)

set(folder ${PHILIDOR_SOURCE_ROOT}/philidor/serve)
file(GLOB serve_sources CONFIGURE_DEPENDS ${folder}/*.cpp ${folder}/detail/*.cpp)
list(FILTER serve_sources EXCLUDE REGEX "_test\\.cpp$")
file(GLOB serve_headers CONFIGURE_DEPENDS ${folder}/*.hpp)

include(cmake/embed_files.cmake)
set(page ${PROJECT_SOURCE_DIR}/web/dist)
file(GLOB page_files CONFIGURE_DEPENDS ${page}/index.html)
if(NOT page_files)
    set(page ${folder}/plain_page)
endif()
set(embedded_files ${CMAKE_CURRENT_BINARY_DIR}/embedded_files.cpp)
philidor_embed_files(${embedded_files} ${page} ${folder}/documents)

add_library(philidor_serve STATIC ${serve_sources} ${embedded_files})
target_compile_options(philidor_serve PRIVATE ${PHILIDOR_LIBRARY_FLAGS})
target_link_libraries(philidor_serve
    PUBLIC philidor::philidor nlohmann_json::nlohmann_json
    PRIVATE fmt::fmt PkgConfig::httplib)
# As in the rest of the library, headers are read once for many files where compiling takes most of the time.
set_target_properties(philidor_serve PROPERTIES UNITY_BUILD "${PHILIDOR_UNITY}" UNITY_BUILD_BATCH_SIZE 12)
target_precompile_headers(philidor_serve PRIVATE <fmt/format.h> <nlohmann/json.hpp>)
target_sources(philidor_serve PUBLIC
    FILE_SET HEADERS BASE_DIRS ${PHILIDOR_SOURCE_ROOT} FILES ${serve_headers})
set_target_properties(philidor_serve PROPERTIES INTERFACE_HEADER_SETS_TO_VERIFY HEADERS)
