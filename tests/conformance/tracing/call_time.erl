%% proves F7, I2: call_time: calls per process, a function's own time with that of unmeasured functions it calls; time off
%% the scheduler does not count; recursion, tail calls, exceptions
%% needs: 27
%% skip: gc collections take longer than what is measured
%% skip: yield a slice for each of millions of reductions
%% timeout: 240
-module(call_time).
-export([main/0, unit/1, plain/1, outer/1, inner/1, tail/1, body/1, throws/1, catches/1, waits/1, mutual/1, burn/1]).
-include("trace.hrl").

main() ->
    T = tracer(),
    Session = trace:session_create(?MODULE, T, []),
    Run = fun(Names, Expected, Fun) ->
        io:format("~w: ~w~n", [Names, settle(Session, Names, Fun, Expected, 300)])
    end,
    %% What is called in between and is not measured counts for the caller, what comes after for nobody.
    Run([plain], [{2, 2}], fun() -> plain(1), burn(5), plain(1) end),
    Run([outer], [{1, 3}], fun() -> outer(1) end),
    Run([outer, inner], [{1, 2}, {1, 1}], fun() -> outer(1) end),
    Run([tail], [{4, 3}], fun() -> tail(3), burn(5) end),
    Run([body], [{4, 3}], fun() -> body(3), burn(5) end),
    %% An exception settles nothing: the function goes on until the next measured call or return.
    Run([throws], [{1, 3}], fun() -> catch throws(1), burn(2) end),
    Run([throws, plain], [{1, 3}, {1, 2}], fun() -> catch throws(1), burn(2), plain(2) end),
    Run([throws, catches], [{1, 3}, {1, 0}], fun() -> catches(1), burn(5) end),
    Run([waits], [{1, 1}], fun() -> waits(30) end),
    Run([mutual, inner], [{3, 4}, {2, 2}], fun() -> mutual(2), burn(5) end),
    true = trace:session_destroy(Session).

%% Other work on the machine adds to a measurement now and then, and code may become faster: one undisturbed attempt is enough.
settle(Session, Names, Fun, Expected, Attempts) ->
    {1, Unit} = lists:min([hd(measure(Session, [unit], fun() -> unit(1) end)) || _ <- [1, 2, 3]]),
    Got = [{Calls, round(Us / Unit)} || {Calls, Us} <- measure(Session, Names, Fun)],
    case Got of
        Expected -> Got;
        _ when Attempts =:= 1 -> Got;
        _ -> settle(Session, Names, Fun, Expected, Attempts - 1)
    end.

measure(Session, Names, Fun) ->
    W = worker(),
    1 = trace:process(Session, W, true, [call]),
    Mfas = [{?MODULE, N, 1} || N <- Names],
    [1 = trace:function(Session, Mfa, true, [call_time]) || Mfa <- Mfas],
    [{call_time, []} = trace:info(Session, Mfa, call_time) || Mfa <- Mfas],
    do(W, Fun),
    Rows = [begin {call_time, [{W, Calls, S, Us}]} = trace:info(Session, Mfa, call_time), {Calls, S * 1000000 + Us} end || Mfa <- Mfas],
    [1 = trace:function(Session, Mfa, false, [call_time]) || Mfa <- Mfas],
    [{call_time, false} = trace:info(Session, Mfa, call_time) || Mfa <- Mfas],
    Rows.

unit(N) -> burn(N), ok.

plain(N) -> burn(N), ok.

outer(N) -> burn(N), inner(N), burn(N), ok.

inner(N) -> burn(N), ok.

tail(0) -> ok;
tail(N) -> burn(1), tail(N - 1).

body(0) -> ok;
body(N) -> burn(1), body(N - 1), ok.

throws(N) -> burn(N), throw(thrown).

catches(N) -> catch throws(N), burn(2), ok.

waits(Ms) -> receive after Ms -> ok end, burn(1), ok.

mutual(0) -> ok;
mutual(N) -> burn(2), inner(1), mutual(N - 1).

burn(0) -> ok;
%% Long enough that waking up with cold caches is no second one.
burn(N) -> loop(100000), burn(N - 1).

loop(0) -> ok;
loop(N) -> loop(N - 1).
