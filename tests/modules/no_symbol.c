/* no_symbol.c - a shared object that is no module. */
int no_module_at_all(void);
int no_module_at_all(void) { return 1; }
