%% proves S6: every function with a session that was destroyed
%% needs: 27
-module(dead_session_functions).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, session/1, session/2, say/1, say/2, attempt/1]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    say(trace:session_destroy(S)),
    [say(attempt(F)) || F <- [fun() -> trace:process(S, W, true, [send]) end, fun() -> trace:process(S, all, true, [send]) end, fun() -> trace:port(S, all, true, [send]) end,
        fun() -> trace:function(S, {traced, id, 1}, true, []) end, fun() -> trace:send(S, true, []) end, fun() -> trace:recv(S, true, []) end,
        fun() -> trace:info(S, W, flags) end, fun() -> trace:info(S, {traced, id, 1}, all) end, fun() -> trace:info(S, send, match_spec) end,
        fun() -> trace:session_destroy(S) end]].
