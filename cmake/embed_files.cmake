# Called with OUTPUT and FOLDERS: writes a source file that holds every file of these folders, byte for byte.

set(arrays "")
set(entries "")
set(number 0)
foreach(folder IN LISTS FOLDERS)
    file(GLOB_RECURSE files RELATIVE ${folder} ${folder}/*)
    foreach(file IN LISTS files)
        file(READ ${folder}/${file} bytes HEX)
        string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
        string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
        string(APPEND arrays "const unsigned char file_${number}[] = {\n${bytes}0};\n")
        string(APPEND entries
            "    {\"/${file}\", {reinterpret_cast<const char*>(file_${number}), sizeof file_${number} - 1}},\n")
        math(EXPR number "${number} + 1")
    endforeach()
endforeach()

file(WRITE ${OUTPUT}
    "// Written by cmake/embed_files.cmake.\n"
    "#include \"philidor/serve/embedded_files.hpp\"\n\n"
    "namespace philidor {\n\nnamespace {\n\n${arrays}\n"
    "const EmbeddedFile files[] = {\n${entries}};\n\n}  // namespace\n\n"
    "std::span<const EmbeddedFile> embedded_files() { return files; }\n\n}  // namespace philidor\n")
