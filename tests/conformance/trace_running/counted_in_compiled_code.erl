%% proves B12: a call that compiled code makes of its own function, or of one that is pasted into it, is counted while nobody is interested in
%% the process, and reported where somebody is; the changes come while the function runs.
%% needs: 27
-module(counted_in_compiled_code).
-export([main/0, fib/1, sum/2]).

fib(N) when N < 2 -> N;
fib(N) -> fib(N - 1) + fib(N - 2).

sum(0, Sum) -> Sum;
sum(N, Sum) -> sum(N - 1, add(N, Sum)).

add(N, Sum) -> Sum + N.

main() ->
    610 = fib(15),
    500500 = sum(1000, 0),
    counts(),
    interest(),
    returns(),
    changes().

session() -> trace:session_create(?MODULE, self(), []).

calls(Session, Function) ->
    {call_count, Calls} = trace:info(Session, Function, call_count),
    Calls.

%% Counters alone, of one session and of two.
counts() ->
    A = session(),
    B = session(),
    [1 = trace:function(A, {?MODULE, Name, Arity}, true, [call_count]) || {Name, Arity} <- [{fib, 1}, {sum, 2}, {add, 2}]],
    fib(15),
    sum(1000, 0),
    1 = trace:function(B, {?MODULE, fib, 1}, true, [call_count]),
    fib(15),
    io:format("~p~n", [[calls(A, {?MODULE, fib, 1}), calls(A, {?MODULE, sum, 2}), calls(A, {?MODULE, add, 2}), calls(B, {?MODULE, fib, 1})]]),
    1 = trace:function(A, {?MODULE, fib, 1}, pause, [call_count]),
    fib(10),
    io:format("~p~n", [[calls(A, {?MODULE, fib, 1}), calls(B, {?MODULE, fib, 1})]]),
    true = trace:session_destroy(A),
    true = trace:session_destroy(B).

%% Counted in all processes, reported in one of them.
interest() ->
    Session = session(),
    1 = trace:function(Session, {?MODULE, fib, 1}, true, [local]),
    1 = trace:function(Session, {?MODULE, fib, 1}, true, [call_count]),
    1 = trace:function(Session, {?MODULE, add, 2}, true, [local]),
    fib(15),
    {Worker, Monitor} = spawn_monitor(fun() -> receive go -> {fib(4), sum(3, 0)} end end),
    1 = trace:process(Session, Worker, true, [call]),
    Worker ! go,
    receive {'DOWN', Monitor, process, Worker, normal} -> ok end,
    io:format("~p~n~p~n", [[Arguments || {trace, _, call, {_, Name, Arguments}} <- messages(Session), Name =/= main], calls(Session, {?MODULE, fib, 1})]),
    true = trace:session_destroy(Session).

%% The frames of calls that are reported lie among those of calls that are not.
returns() ->
    Session = session(),
    1 = trace:function(Session, {?MODULE, fib, 1}, [{[2], [], [{return_trace}]}], [local]),
    {Worker, Monitor} = spawn_monitor(fun() -> receive go -> fib(5) end end),
    1 = trace:process(Session, Worker, true, [call]),
    Worker ! go,
    receive {'DOWN', Monitor, process, Worker, normal} -> ok end,
    io:format("~p~n", [[{element(3, M), element(4, M)} || M <- messages(Session)]]),
    true = trace:session_destroy(Session).

%% Counting begins and ends while a process runs the function: what it counts is part of all calls, and it goes on with the right result.
changes() ->
    Self = self(),
    Worker = spawn_link(fun() -> Self ! {self(), [fib(21) || _ <- lists:seq(1, 30)]} end),
    Session = session(),
    Seen = [begin
        1 = trace:function(Session, {?MODULE, fib, 1}, true, [call_count]),
        erlang:yield(),
        Calls = calls(Session, {?MODULE, fib, 1}),
        1 = trace:function(Session, {?MODULE, fib, 1}, false, [call_count]),
        Calls
    end || _ <- lists:seq(1, 200)],
    Results = receive {Worker, All} -> lists:usort(All) end,
    io:format("~p ~p~n", [Results, lists:sum(Seen) =< 30 * 35421]),
    true = trace:session_destroy(Session).

messages(Session) ->
    Ref = trace:delivered(Session, all),
    messages_until(Ref).

messages_until(Ref) ->
    receive
        {trace_delivered, all, Ref} -> [];
        Message -> [Message | messages_until(Ref)]
    end.
