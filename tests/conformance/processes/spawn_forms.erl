%% shows all forms of spawn with funs and with module, function, arguments
-module(spawn_forms).
-export([main/0]).
-export([worker/2]).

main() ->
    Self = self(),
    spawn(fun() -> Self ! {1, self()} end),
    spawn(?MODULE, worker, [Self, 2]),
    spawn_link(fun() -> Self ! {3, self()} end),
    spawn_link(?MODULE, worker, [Self, 4]),
    {P5, R5} = spawn_monitor(fun() -> Self ! {5, self()} end),
    {P6, R6} = spawn_monitor(?MODULE, worker, [Self, 6]),
    P7 = spawn_opt(fun() -> Self ! {7, self()} end, [link, {priority, high}]),
    {P8, R8} = spawn_opt(?MODULE, worker, [Self, 8], [monitor, {min_heap_size, 1000}]),
    P9 = spawn(node(), fun() -> Self ! {9, self()} end),
    P10 = spawn(node(), ?MODULE, worker, [Self, 10]),
    Pids = [receive {N, P} when is_pid(P) -> P end || N <- lists:seq(1, 10)],
    io:format("~w~n", [[lists:nth(N, Pids) =:= P || {N, P} <- [{5, P5}, {6, P6}, {7, P7}, {8, P8}, {9, P9}, {10, P10}]]]),
    io:format("~w~n", [[receive {'DOWN', R, process, P, Why} -> Why end || {R, P} <- [{R5, P5}, {R6, P6}, {R8, P8}]]]),
    io:format("~w~n", [length(lists:usort(Pids))]),
    ok.

worker(Parent, N) -> Parent ! {N, self()}.
