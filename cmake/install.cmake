# Gives users `find_package(philidor 0.1 REQUIRED COMPONENTS chess)` and the target philidor::chess, or, without
# components, philidor::philidor. tests/install tries it.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/philidor)

install(TARGETS philidor_cli)
install(FILES docs/serving.md TYPE DOC)

if(BUILD_SHARED_LIBS)  # they find each other, wherever the prefix is
    set_target_properties(philidor_cli ${components} philidor_sqlite PROPERTIES
        INSTALL_RPATH "$ORIGIN;$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
endif()

# Each library has a file of its own for CMake to read, so that only what is asked for has to be complete.
foreach(library IN LISTS components ITEMS philidor_sqlite philidor)
    get_target_property(header_sets ${library} INTERFACE_HEADER_SETS)
    list(TRANSFORM header_sets PREPEND "FILE_SET;")
    install(TARGETS ${library} EXPORT ${library} ${header_sets})
    install(EXPORT ${library} NAMESPACE philidor:: DESTINATION ${package_folder})
endforeach()

# Before 1.0 a new minor version may change anything.
write_basic_package_version_file(philidorConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/philidorConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/philidorConfigVersion.cmake
        DESTINATION ${package_folder})
