%% proves I3: trace:info of send and receive
%% needs: 27
-module(spec_info).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2, attempt/1]).

main() ->
    T = tracer(), S = session(T),
    Show = fun() -> say([trace:info(S, E, match_spec) || E <- [send, 'receive']]) end,
    Show(),
    [begin trace:send(S, Sp, []), Show(), trace:recv(S, Sp, []), Show() end || Sp <- [false, [{'_', [], [{message, x}]}], [], true]],
    [say(attempt(fun() -> trace:info(S, E, I) end)) || E <- [send, 'receive'], I <- [flags, traced, all, tracer, nothing]].
