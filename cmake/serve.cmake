# The server's layer, src/philidor/serve/: a library of its own, so that users of philidor::philidor need neither HTTP
# nor JSON. The files that it serves are part of it: the page that was built to web/dist/, or else a plain one.

find_package(nlohmann_json REQUIRED)
find_package(Boost REQUIRED CONFIG)  # headers only

include(cmake/embed_files.cmake)
set(folder ${PHILIDOR_SOURCE_ROOT}/philidor/serve)
set(page ${PROJECT_SOURCE_DIR}/web/dist)
file(GLOB page_files CONFIGURE_DEPENDS ${page}/index.html)
if(NOT page_files)
    set(page ${folder}/plain_page)
endif()
set(embedded_files ${CMAKE_CURRENT_BINARY_DIR}/embedded_files.cpp)
philidor_embed_files(${embedded_files} ${page} ${folder}/documents)

philidor_find_files(serve_files serve)
philidor_add_library(serve STATIC FILES ${serve_files} ${embedded_files})
target_link_libraries(philidor_serve
    PUBLIC philidor::philidor nlohmann_json::nlohmann_json
    PRIVATE Boost::headers)
target_precompile_headers(philidor_serve PRIVATE <fmt/format.h> <nlohmann/json.hpp>)
