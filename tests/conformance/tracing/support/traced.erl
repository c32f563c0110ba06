%% Functions for tracing programs to trace.
-module(traced).
-export([ext/1, ext/2, calls_local/1, calls_remote/1, fact/1, tail/1, fail/1, catcher/1, many/1, id/1]).

ext(X) -> X + 1.

ext(X, Y) -> {X, Y}.

calls_local(X) -> local(X) + 1.

local(X) -> X * 2.

calls_remote(X) -> ?MODULE:ext(X) + 1.

fact(0) -> 1;
fact(N) -> N * fact(N - 1).

tail(0) -> done;
tail(N) -> tail(N - 1).

fail(X) -> error(X).

catcher(X) ->
    try fail(X)
    catch error:R -> {caught, R}
    end.

many(0) -> ok;
many(N) ->
    _ = id(N),
    many(N - 1).

id(X) -> X.
