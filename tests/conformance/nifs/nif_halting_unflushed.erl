%% shows that a halt with {flush, false} calls no function of ERL_NIF_OPT_ON_HALT, and waits for no call, whatever ERL_NIF_OPT_DELAY_HALT says
%% needs: 27
%% exit: 3
-module(nif_halting_unflushed).
-export([main/0, before/1, wait/1]).
-nifs([before/1, wait/1]).

%% The library prints, and nothing else does: standard output has no other writer.
main() ->
    ok = erlang:load_nif(filename:rootname(code:which(?MODULE)), 0),
    before(1),
    Me = self(),
    spawn(fun() -> wait(Me) end),
    receive waits -> erlang:halt(3, [{flush, false}]) end.

before(_) -> erlang:nif_error(not_loaded).
wait(_) -> erlang:nif_error(not_loaded).
