# What only the program uses, and the tests: the layers games and tune. It is not installed.

philidor_find_files(program_files games tune)
philidor_add_library(program STATIC FILES ${program_files})
target_link_libraries(philidor_program PUBLIC philidor::philidor)
