# Gives users `find_package(philidor 0.1 REQUIRED COMPONENTS chess)` and the target philidor::chess, or, without
# components, philidor::philidor. tests/install tries it.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/philidor)

install(TARGETS philidor_cli)
install(FILES README.md LICENSE TYPE DOC)
file(GLOB documents ${PROJECT_SOURCE_DIR}/docs/*.md)
install(FILES ${documents} DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs)

# For GUIs that pass no arguments.
install(CODE "
    file(CREATE_LINK philidor \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/philidor-uci\" SYMBOLIC)")

# Manual pages and completions are made of the program's help.
find_package(Python3 COMPONENTS Interpreter)
if(Python3_FOUND)
    set(manual ${CMAKE_CURRENT_BINARY_DIR}/manual)
    install(CODE "
        execute_process(COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/make_manual.py
            $<TARGET_FILE:philidor_cli> ${manual} COMMAND_ERROR_IS_FATAL ANY)")
    install(DIRECTORY ${manual}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR})
    install(FILES ${manual}/completions/philidor.bash RENAME philidor
            DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    install(FILES ${manual}/completions/_philidor DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
    install(FILES ${manual}/completions/philidor.fish
            DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()

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

if(PHILIDOR_HAS_CUDA)  # a static library leaves linking CUDA's runtime to the user's program
    file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/philidor_cuda.cmake "find_dependency(CUDAToolkit)\n")
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/philidor_cuda.cmake DESTINATION ${package_folder})
endif()

# Before 1.0 a new minor version may change anything.
write_basic_package_version_file(philidorConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/philidorConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/philidorConfigVersion.cmake
        DESTINATION ${package_folder})
