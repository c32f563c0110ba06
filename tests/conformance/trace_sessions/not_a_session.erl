%% proves S6: every function with what never was a session
%% needs: 27
-module(not_a_session).
-export([main/0]).
-import(trace_stream, [worker/1, say/1, say/2, attempt/1]).

main() ->
    W = worker(w),
    [begin
         [say({X, attempt(F)}) || F <- [fun() -> trace:process(X, W, true, [send]) end, fun() -> trace:function(X, {traced, id, 1}, true, []) end, fun() -> trace:send(X, true, []) end,
             fun() -> trace:info(X, W, flags) end, fun() -> trace:session_destroy(X) end]]
     end || X <- [a, 1, {a, 1}, {a, b, c}, {make_ref(), {a, 1}}, {a, 999999}, {make_ref(), 1}, []]].
