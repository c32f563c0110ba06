%% proves F1, B12: a function that calls itself, and has done so for long, is seen from the change on
%% needs: 27
-module(calls_of_itself).
-export([main/0]).
-import(trace_stream, [tracer/0, worker/1, do/2, tell/2, session/1, wait/1, show/2, say/1]).

%% A loop that nothing but a signal ends, one that returns, and one that does both.
spin(Stop) ->
    case counters:get(Stop, 1) of
        0 -> spin(Stop);
        _ -> stopped
    end.

fib(N) when N < 2 -> N;
fib(N) -> fib(N - 1) + fib(N - 2).

sum([X | Rest], Sum) -> sum(Rest, Sum + X);
sum([], Sum) -> Sum.

count(F, A) -> {call_count, N} = trace_info(F, A), N.
trace_info(F, A) -> trace:info(get(session), {?MODULE, F, A}, call_count).
set(What, Options) -> trace:function(get(session), {?MODULE, '_', '_'}, What, Options).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    put(session, S),
    Numbers = lists:seq(1, 100),
    Work = fun() -> {fib(10), sum(Numbers, 0)} end,
    %% Often enough that a compiler that counts calls would compile it.
    [Work() || _ <- lists:seq(1, 20)],
    Stop = counters:new(1, []),
    tell(W, fun() -> spin(Stop) end),
    [begin
         set(true, [call_count]),
         {55, 5050} = Work(),
         %% It has been in the loop all the time.
         Before = count(spin, 1),
         wait(fun() -> count(spin, 1) > Before end),
         say({round, Round, count(fib, 1), count(sum, 2)}),
         set(false, [call_count]),
         {call_count, false} = trace_info(fib, 1),
         [Work() || _ <- lists:seq(1, 20)]
     end || Round <- [1, 2, 3]],
    counters:add(Stop, 1, 1),
    do(W, fun() -> ok end),
    %% What is traced within its own call is seen by the calls that follow in it.
    trace:process(S, W, true, [call]),
    do(W, fun() -> [fib(10) || _ <- lists:seq(1, 20)] end),
    do(W, fun() -> inside(3, S) end),
    show(S, T),
    say(done).

inside(0, _) -> ok;
inside(N, S) ->
    trace:function(S, {?MODULE, inside, 2}, [{['$1', '_'], [], [{message, '$1'}]}], [local]),
    inside(N - 1, S),
    trace:function(S, {?MODULE, inside, 2}, false, [local]).
