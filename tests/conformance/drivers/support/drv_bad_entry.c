// A library that is no driver.
int some_function(void);
int some_function(void) { return 1; }
