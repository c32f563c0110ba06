%% Programs to be watched by profilers, recorders and logs: the same for each, so that what watching costs can be compared.
-module(watched).
-export([main/1, main/0, compute/1, serve/1, spawning/1]).

%% The profilers of OTP call main/0; what it runs stands in the environment.
main() -> main([os:getenv("WATCHED"), os:getenv("WATCHED_SIZE")]).

main([Program, Size]) -> run(list_to_atom(Program), list_to_integer(Size)).

run(compute, Size) -> compute(Size);
run(serve, Size) -> serve(Size);
run(spawning, Size) -> spawning(Size).

%% Many small calls: Size times fib(17), and sorting.
compute(0) -> ok;
compute(N) ->
    1597 = fib(17),
    1 = hd(lists:sort(lists:seq(200, 1, -1))),
    compute(N - 1).

fib(N) when N < 2 -> N;
fib(N) -> fib(N - 1) + fib(N - 2).

%% A server that is asked Size times.
serve(Size) ->
    Server = spawn_link(fun() -> loop(#{}) end),
    ask(Server, Size),
    Server ! stop.

ask(_, 0) -> ok;
ask(Server, N) ->
    Server ! {put, self(), N rem 100, N},
    receive {Server, ok} -> ask(Server, N - 1) end.

loop(Map) ->
    receive
        {put, From, Key, Value} ->
            From ! {self(), ok},
            loop(Map#{Key => Value});
        stop -> ok
    end.

%% Size processes, one after the other, that sort a little.
spawning(0) -> ok;
spawning(N) ->
    {_, Monitor} = spawn_monitor(fun() -> lists:sort(lists:seq(100, 1, -1)) end),
    receive {'DOWN', Monitor, process, _, normal} -> spawning(N - 1) end.
