include(CMakeFindDependencyMacro)
find_dependency(tl-expected)
# A static libphilidor leaves linking these to the user's program.
find_dependency(fmt)
find_dependency(SQLiteCpp)
find_dependency(ZLIB)
find_dependency(zstd)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/philidorTargets.cmake)
