#include "philidor/material/canonical_key.hpp"

// Any key is no canonical key: it must be canonicalised, so that no table is stored or sought under another
// name.
philidor::CanonicalKey table_of(const philidor::MaterialKey& key) {
#ifdef MUST_FAIL
    return philidor::CanonicalKey(key);
#else
    return philidor::canonicalize(key).key;
#endif
}
