%% shows receive with a timeout in a variable: it is read once, however often messages and suspensions interrupt the wait
-module(receive_timeout_operand).
-export([main/0]).

main() ->
    io:format("~w~n", [disturbed(fun() -> bare(id(infinity)) end)]),
    io:format("~w~n", [disturbed(fun() -> with_clause(id(infinity)) end)]),
    io:format("~w~n", [disturbed(fun() -> bare(id(4294967295)) end)]),
    io:format("~w~n", [interrupted(fun() -> bare(id(30)) end)]),
    io:format("~w~n", [interrupted(fun() -> with_clause(id(30)) end)]),
    %% A receive that has ended leaves nothing of its timeout to the next one.
    self() ! {wanted, 1},
    io:format("~w ~w~n", [with_clause(id(infinity)), bare(id(1))]),
    self() ! {wanted, 2},
    io:format("~w ~w~n", [with_clause(id(1000)), with_clause(id(0))]),
    erlang:send_after(20, self(), {wanted, 3}),
    io:format("~w~n", [with_clause(id(infinity))]),
    [io:format("~w ~w~n", [Wrong, catch_error(fun() -> bare(id(Wrong)) end)])
     || Wrong <- [-1, 4294967296, 1 bsl 70, 1.0, never, []]],
    io:format("~w~n", [bare(id(0))]),
    [io:format("~w ~w~n", [T, suspended(fun() -> [{bare(id(T)), with_clause(id(T))} || _ <- lists:seq(1, 20)] end, Ends)])
     || {T, Ends} <- [{0, ends}, {1, ends}, {4294967295, waits}, {infinity, waits}]],
    ok.

bare(T) -> receive after T -> over end.

with_clause(T) -> receive {wanted, X} -> X after T -> over end.

%% Waits for longer than this test takes: what a process that gets messages is doing, and what it ends with.
disturbed(F) ->
    {P, M} = spawn_monitor(F),
    Seen = [begin P ! {noise, N}, waits(P) end || N <- lists:seq(1, 20)],
    Left = process_info(P, message_queue_len),
    exit(P, kill),
    receive {'DOWN', M, _, _, Why} -> {lists:usort(Seen), Left, Why} end.

waits(P) ->
    case process_info(P, status) of
        {status, S} when S =:= runnable; S =:= running; S =:= suspended -> erlang:yield(), waits(P);
        Other -> Other
    end.

%% Waits for a short time while messages come.
interrupted(F) ->
    {P, M} = spawn_monitor(fun() -> exit({ended, F()}) end),
    disturb(P, M, 0).

disturb(P, M, N) ->
    P ! N,
    receive {'DOWN', M, _, _, Why} -> Why after 1 -> disturb(P, M, N + 1) end.

%% Suspended and resumed at any point of its waits.
suspended(F, Ends) ->
    {P, M} = spawn_monitor(fun() -> F(), exit(ended) end),
    [begin catch erlang:suspend_process(P), P ! N, catch erlang:resume_process(P) end || N <- lists:seq(1, 200)],
    case Ends of
        waits -> {status, waiting} = waits(P), exit(P, kill);
        ends -> ok
    end,
    receive {'DOWN', M, _, _, Why} -> Why end.

catch_error(F) -> try F() catch C:R -> {C, R} end.

id(X) -> X.
