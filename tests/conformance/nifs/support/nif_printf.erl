%% The Erlang side of nif_printf.c.
-module(nif_printf).
-on_load(load/0).
-export([print_int/2, print_long/2, print_double/2, print_pointer/2, print_string/2, print_term/3, lengths/0, show/2]).
-nifs([print_int/2, print_long/2, print_double/2, print_pointer/2, print_string/2, print_term/3, lengths/0, show/2]).

load() -> erlang:load_nif(filename:rootname(code:which(?MODULE)), 0).

print_int(_Format, _Value) -> erlang:nif_error(not_loaded).
print_long(_Format, _Value) -> erlang:nif_error(not_loaded).
print_double(_Format, _Value) -> erlang:nif_error(not_loaded).
print_pointer(_Format, _Value) -> erlang:nif_error(not_loaded).
print_string(_Format, _String) -> erlang:nif_error(not_loaded).
print_term(_Format, _Term, _Size) -> erlang:nif_error(not_loaded).
lengths() -> erlang:nif_error(not_loaded).
show(_Format, _Term) -> erlang:nif_error(not_loaded).
