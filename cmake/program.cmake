# What only the program uses, and the tests: the layers games, tune and cluster. It is not installed.

philidor_find_files(program_files games tune cluster)
philidor_add_library(program STATIC FILES ${program_files})
target_link_libraries(philidor_program PUBLIC philidor::philidor)
find_package(nlohmann_json REQUIRED)  # plans and logs of runs
target_link_libraries(philidor_program PRIVATE nlohmann_json::nlohmann_json)
