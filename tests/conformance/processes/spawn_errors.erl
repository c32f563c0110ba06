%% shows badarg of the spawn functions and what happens with a function that does not exist
%% reports: ignored
-module(spawn_errors).
-export([main/0]).

main() ->
    Bad = [fun() -> spawn(a) end, fun() -> spawn(lists, seq, a) end, fun() -> spawn(1, f, []) end, fun() -> spawn(fun(X) -> X end) end,
           fun() -> spawn_link(a, b, [c | d]) end, fun() -> spawn_opt(fun() -> ok end, [nonsense]) end,
           fun() -> spawn_opt(fun() -> ok end, [{priority, urgent}]) end, fun() -> spawn_opt(fun() -> ok end, link) end,
           fun() -> spawn_monitor("f") end, fun() -> spawn_opt(fun() -> ok end, [{min_heap_size, -1}]) end],
    [io:format("~w~n", [try F() of V -> is_pid(V) catch C:R -> {C, R} end]) || F <- Bad],
    {P, M} = spawn_monitor(no_such_module, f, [x]),
    receive {'DOWN', M, process, P, {undef, [{Mod, Fun, Args, _} | _]}} -> io:format("~w~n", [{Mod, Fun, Args}]) end,
    ok.
