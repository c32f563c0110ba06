%% shows that the function of a library's option ERL_NIF_OPT_ON_HALT is called when the machine halts, with the library's data
%% needs: 27
-module(nif_halting).
-export([main/0, fill/1]).
-nifs([fill/1]).

%% The function prints, and nothing else does: standard output has no other writer.
main() ->
    ok = erlang:load_nif(filename:rootname(code:which(?MODULE)), 40),
    41 = fill(1),
    42 = fill(1).

fill(_) -> erlang:nif_error(not_loaded).
