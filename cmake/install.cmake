# Gives users `find_package(philidor 0.1 REQUIRED)` and the target philidor::philidor. tests/install tries it.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/philidor)

install(TARGETS philidor_cli)
install(FILES docs/serving.md TYPE DOC)
install(TARGETS philidor EXPORT philidorTargets FILE_SET HEADERS FILE_SET lone_headers FILE_SET detail_headers)
install(EXPORT philidorTargets NAMESPACE philidor:: DESTINATION ${package_folder})

# Before 1.0 a new minor version may change anything.
write_basic_package_version_file(philidorConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/philidorConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/philidorConfigVersion.cmake
        DESTINATION ${package_folder})
