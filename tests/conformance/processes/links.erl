%% shows link, unlink, links to dead processes, to oneself, and exit messages of chains
%% reports: ignored
-module(links).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    A = spawn(fun loop/0),
    io:format("~w ~w~n", [link(A), link(A)]),
    io:format("~w~n", [lists:member(A, element(2, process_info(self(), links)))]),
    unlink(A),
    exit(A, kill),
    io:format("~w~n", [receive {'EXIT', A, _} -> got after 30 -> nothing end]),
    B = spawn_link(fun loop/0),
    exit(B, boom),
    receive {'EXIT', B, R} -> io:format("~w~n", [R]) end,
    io:format("~w~n", [link(B)]),
    receive {'EXIT', B, R2} -> io:format("~w~n", [R2]) end,
    io:format("~w ~w~n", [link(self()), unlink(self())]),
    Chain = chain(20, self()),
    exit(Chain, chain_broken),
    receive {'EXIT', _, R3} -> io:format("~w~n", [R3]) end,
    process_flag(trap_exit, false),
    io:format("~w~n", [try link(B) catch error:E -> E end]),
    io:format("~w~n", [try link(not_a_pid) catch error:E2 -> E2 end]),
    ok.

loop() -> receive stop -> ok end.

chain(0, Parent) -> Parent ! {end_of_chain, self()}, spawn_link(fun loop/0);
chain(N, Parent) ->
    spawn_link(fun() -> P = chain_next(N - 1), Parent ! {last, P}, loop() end),
    receive {last, P} -> P end.

chain_next(0) -> self();
chain_next(N) ->
    Self = self(),
    spawn_link(fun() -> Self ! {last, chain_next(N - 1)}, loop() end),
    receive {last, P} -> P end.
