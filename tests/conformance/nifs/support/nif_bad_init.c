// A library without an init function.
int nif_bad_something(void) { return 1; }
