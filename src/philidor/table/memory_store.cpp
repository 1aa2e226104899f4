#include "philidor/base/detail/memory_filesystem.hpp"
#include "philidor/table/detail/directory_store.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {

std::unique_ptr<TableStore> make_memory_store() {
    return DirectoryStore::open_folder(std::make_shared<MemoryFileSystem>(), "tables").value();
}

}  // namespace philidor
