# find_package(philidor) reads this. Without COMPONENTS it finds all of them, and philidor::philidor.

cmake_minimum_required(VERSION 3.25)
include(CMakeFindDependencyMacro)

set(philidor_components chess tables solve pgn engine)
foreach(philidor_component IN LISTS philidor_FIND_COMPONENTS)
    if(philidor_FIND_REQUIRED_${philidor_component} AND NOT philidor_component IN_LIST philidor_components)
        list(JOIN philidor_components ", " philidor_components)
        set(philidor_FOUND FALSE)
        set(philidor_NOT_FOUND_MESSAGE
            "philidor has no component \"${philidor_component}\". Its components are ${philidor_components}.")
        return()
    endif()
endforeach()

if(philidor_FIND_COMPONENTS)
    set(philidor_wanted ${philidor_FIND_COMPONENTS})
else()
    set(philidor_wanted ${philidor_components})
endif()

# Which is built on which; all are built on chess.
if("engine" IN_LIST philidor_wanted)
    list(APPEND philidor_wanted solve)
endif()
if("solve" IN_LIST philidor_wanted)
    list(APPEND philidor_wanted tables)
endif()
if("tables" IN_LIST philidor_wanted OR "pgn" IN_LIST philidor_wanted)
    list(APPEND philidor_wanted sqlite)
endif()
list(APPEND philidor_wanted chess)

find_dependency(tl-expected)
find_dependency(Threads)
# Static libraries leave linking these to the user's program.
find_dependency(fmt)
if("sqlite" IN_LIST philidor_wanted)
    find_dependency(SQLiteCpp)
endif()
if("pgn" IN_LIST philidor_wanted)
    find_dependency(ZLIB)
    find_dependency(zstd)
endif()

if("tables" IN_LIST philidor_wanted)
    include(${CMAKE_CURRENT_LIST_DIR}/philidor_cuda.cmake OPTIONAL)  # there if tables can be solved on a GPU
endif()

foreach(philidor_component IN ITEMS chess sqlite tables solve pgn engine)
    if(philidor_component IN_LIST philidor_wanted)
        include(${CMAKE_CURRENT_LIST_DIR}/philidor_${philidor_component}.cmake)
        set(philidor_${philidor_component}_FOUND TRUE)
    endif()
endforeach()
if(NOT philidor_FIND_COMPONENTS)
    include(${CMAKE_CURRENT_LIST_DIR}/philidor.cmake)
endif()
