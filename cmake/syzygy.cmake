# Syzygy's tables: optional. libfathom reads them if it is there; else src/philidor/table/no_syzygy_tables.cpp says so.

find_path(FATHOM_FOLDER tbprobe.h)
find_library(FATHOM_LIBRARY fathom)
if(NOT FATHOM_FOLDER OR NOT FATHOM_LIBRARY)
    message(STATUS "libfathom was not found: built without Syzygy's tables")
    return()
endif()
target_compile_definitions(philidor_tables PRIVATE PHILIDOR_HAS_FATHOM)
target_link_libraries(philidor_tables PRIVATE fathom)  # by name: installed files do not depend on where it is
