#include "philidor/table/detail/table.hpp"
#include "philidor/table/table_store.hpp"

// A key that is not canonical may be one of several names of a table, so a store does not accept it.
bool has_table(const philidor::TableStore& store, const philidor::MaterialKey& key) {
#ifdef MUST_FAIL
    return store.find(key).has_value();
#else
    return store.find(philidor::table_for(key).key).has_value();
#endif
}
