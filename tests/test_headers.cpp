// Nothing but the owner of the precompiled headers that all tests share.
