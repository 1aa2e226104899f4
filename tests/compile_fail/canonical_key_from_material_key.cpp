#include "philidor/material/canonical_key.hpp"

// Not every key is canonical. It must be canonicalized, so that no table is stored or looked up under another
// name.
philidor::CanonicalKey table_of(const philidor::MaterialKey& key) {
#ifdef MUST_FAIL
    return philidor::CanonicalKey(key);
#else
    return philidor::canonicalize(key).key;
#endif
}
