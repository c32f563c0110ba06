%% proves F6: no call is lost or counted twice when many processes call at once, also while counters of others change
%% needs: 27
-module(call_count_parallel).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    S = trace:session_create(s, tracer(), []),
    Other = trace:session_create(other, tracer(), []),
    trace:function(S, {traced, id, 1}, true, [call_count]),
    trace:function(S, {traced, many, 1}, true, [call_count]),
    Workers = [worker() || _ <- lists:seq(1, 8)],
    Self = self(),
    [spawn(fun() -> do(W, fun() -> traced:many(5000) end), Self ! done end) || W <- Workers],
    [begin
         trace:function(Other, {traced, '_', '_'}, true, [call_count]),
         trace:function(Other, {traced, '_', '_'}, false, [call_count])
     end || _ <- lists:seq(1, 20)],
    [receive done -> ok end || _ <- Workers],
    io:format("~w~n~w~n", [trace:info(S, {traced, id, 1}, call_count), trace:info(S, {traced, many, 1}, call_count)]),
    ok.
