%% proves F1, B12: small functions that a loop calls, and that a compiler may put in place of the calls, are seen from the change on
%% needs: 27
-module(small_callees).
-export([main/0]).
-import(trace_stream, [tracer/0, worker/1, do/2, tell/2, session/1, wait/1, show/2, say/1]).

%% In the middle, in the end, and one within the other.
spin(Stop, Pair) ->
    A = first(Pair),
    B = second(Pair),
    true = is_small(A),
    case counters:get(Stop, 1) of
        0 -> spin(Stop, swapped(A, B));
        _ -> ended(A + B)
    end.

first({A, _}) -> A.
second({_, B}) -> B.
is_small(N) when N < 1000 -> true;
is_small(_) -> false.
swapped(A, B) -> {B, A}.
ended(Sum) -> {ended, Sum}.

small() -> [{first, 1}, {second, 1}, {is_small, 1}, {swapped, 2}].

stopped() ->
    Stop = counters:new(1, []),
    counters:add(Stop, 1, 1),
    Stop.

once(N) -> {_, _} = spin(stopped(), {N, N}).

%% What fails in a small function is found there, with who called it.
failing(Pair) -> first(Pair) + 1.
failing_later(N) -> {half(N)}.
half(N) -> 100 div N.

caught() ->
    {'EXIT', _} = (catch failing_later(0)),
    failing_later(3).

failures() ->
    [begin
         {'EXIT', {Reason, [Top, Next | _]}} = (catch Fail()),
         {Reason, place(Top), place(Next)}
     end || Fail <- [fun() -> failing(none) end, fun() -> failing({a, 1}) end, fun() -> failing_later(0) end]].

place({?MODULE, F, Arguments, _}) when is_atom(hd([F])) -> {F, Arguments};
place({M, F, Arguments, _}) -> {M, F, Arguments}.

main() ->
    T = tracer(), W = worker(w), S = session(T),
    Before = [spin(stopped(), {1, N}) || N <- lists:seq(1, 50)],
    say({lists:last(Before), failures()}),
    Failures = failures(),
    [Failures = failures() || _ <- lists:seq(1, 50)],
    Stop = counters:new(1, []),
    tell(W, fun() -> spin(Stop, {1, 2}) end),
    Count = fun(F, A) -> {call_count, N} = trace:info(S, {?MODULE, F, A}, call_count), N end,
    [begin
         %% One after another, then all at once.
         [begin
              1 = trace:function(S, {?MODULE, F, A}, true, [call_count]),
              wait(fun() -> Count(F, A) > 100 end),
              1 = trace:function(S, {?MODULE, F, A}, false, [call_count])
          end || {F, A} <- small()],
         [trace:function(S, {?MODULE, F, A}, true, [call_count]) || {F, A} <- small()],
         [wait(fun() -> Count(F, A) > 10 end) || {F, A} <- small()],
         trace:function(S, {?MODULE, '_', '_'}, false, [call_count]),
         say({round, Round, [trace:info(S, {?MODULE, F, A}, call_count) || {F, A} <- small()]})
     end || Round <- [1, 2]],
    counters:add(Stop, 1, 1),
    do(W, fun() -> ok end),
    %% Each call once, with what it returns and who called it; and none when it is off again.
    trace:process(S, W, true, [call, return_to]),
    [begin
         trace:function(S, {?MODULE, F, A}, [{'_', [], [{return_trace}, {message, {caller}}]}], [local]),
         do(W, fun() -> lists:foreach(fun once/1, [1, 2]) end),
         trace:function(S, {?MODULE, F, A}, false, [local]),
         do(W, fun() -> once(3) end)
     end || {F, A} <- [{ended, 1}, {swapped, 2} | small()]],
    trace:function(S, {?MODULE, half, 1}, [{'_', [], [{exception_trace}]}], [local]),
    do(W, fun caught/0),
    show(S, T),
    say(done).
