# Called by ctest with BUILD, WORK, EXAMPLES, GENERATOR, CXX and CXX_FLAGS; any step that fails fails the test.

function(run)
    execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

set(prefix ${WORK}/prefix)

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
run(${prefix}/bin/philidor --help)
run(sh -c "echo uci | ${prefix}/bin/philidor-uci | grep -q '^uciok$'")

# What people expect beside a program. Manual pages and completions need Python.
find_program(python NAMES python3)
set(expected share/doc/philidor/README.md share/doc/philidor/LICENSE share/doc/philidor/docs/solving.md)
if(python)
    list(APPEND expected share/man/man1/philidor.1 share/man/man1/philidor-solve.1
        share/bash-completion/completions/philidor share/zsh/site-functions/_philidor
        share/fish/vendor_completions.d/philidor.fish)
endif()
foreach(file IN LISTS expected)
    if(NOT EXISTS ${prefix}/${file})
        message(FATAL_ERROR "not installed: ${file}")
    endif()
endforeach()

# Nothing is installed that is not public.
file(GLOB_RECURSE headers RELATIVE ${prefix}/include/philidor ${prefix}/include/*)
list(LENGTH headers header_count)
message("${header_count} headers")
list(FILTER headers INCLUDE REGEX "/detail/|/test_support/|^(games|serve|tune)/")
if(headers)
    message(FATAL_ERROR "installed, but not public: ${headers}")
endif()

# A component that does not exist is not found, and we are told why.
find_package(philidor 0.1 QUIET COMPONENTS chess checkers PATHS ${prefix} NO_DEFAULT_PATH)
if(philidor_FOUND OR NOT philidor_NOT_FOUND_MESSAGE MATCHES "no component \"checkers\"")
    message(FATAL_ERROR "asking for a component that does not exist: ${philidor_NOT_FOUND_MESSAGE}")
endif()

run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumers -B ${WORK}/build -G ${GENERATOR} -D EXAMPLES=${EXAMPLES}
    -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_CXX_COMPILER=${CXX} -D CMAKE_CXX_FLAGS=${CXX_FLAGS})
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${CMAKE_CTEST_COMMAND} --test-dir ${WORK}/build --output-on-failure)
