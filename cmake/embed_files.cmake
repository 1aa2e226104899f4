# philidor_embed_files(OUTPUT folder...): writes a source file that holds every file of these folders, byte for byte. This
# happens when CMake runs, so that whoever only reads the sources, as clang-tidy does, finds it; CMake runs again when one of
# the files has changed.

function(philidor_embed_files output)
    set(arrays "")
    set(entries "")
    set(number 0)
    foreach(folder IN LISTS ARGN)
        file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${folder} ${folder}/*)
        foreach(file IN LISTS files)
            set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/${file})
            file(READ ${folder}/${file} bytes HEX)
            string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
            string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
            string(APPEND arrays "const unsigned char file_${number}[] = {\n${bytes}0};\n")
            string(APPEND entries
                "    {\"/${file}\", {reinterpret_cast<const char*>(file_${number}), sizeof file_${number} - 1}},\n")
            math(EXPR number "${number} + 1")
        endforeach()
    endforeach()
    file(WRITE ${output}.new
        "// Written by cmake/embed_files.cmake.\n"
        "#include \"philidor/serve/embedded_files.hpp\"\n\n"
        "namespace philidor {\n\nnamespace {\n\n${arrays}\n"
        "const EmbeddedFile embedded[] = {\n${entries}};\n\n}  // namespace\n\n"
        "std::span<const EmbeddedFile> embedded_files() { return embedded; }\n\n}  // namespace philidor\n")
    file(COPY_FILE ${output}.new ${output} ONLY_IF_DIFFERENT)  # else everybody would compile it again
endfunction()
