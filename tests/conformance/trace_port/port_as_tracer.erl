%% proves O3: a port is the tracer of a session
%% needs: 27
-module(port_as_tracer).
-export([main/0]).
-import(trace_stream, [worker/1, name/2, session/1, session/2, say/1, say/2]).

main() ->
    W = worker(w),
    P = name(open_port({spawn, "cat"}, [binary, {packet, 4}]), cat),
    S = session(P),
    say(trace:process(S, W, true, [send])),
    say(trace:info(S, W, tracer)),
    say(trace:session_destroy(S)),
    port_close(P).
