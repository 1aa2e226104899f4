include(CMakeFindDependencyMacro)
find_dependency(tl-expected)
find_dependency(fmt)  # a static libphilidor leaves linking it to the user's program
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/philidorTargets.cmake)
