%% proves S8, I1: trace_info of a process that is gone
%% needs: 27
-module(info_dead_process).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2, gone/1]).

main() ->
    Dead = spawn(fun() -> ok end), gone(Dead),
    say([erlang:trace_info(Dead, I) || I <- [flags, tracer]]),
    S = session(tracer()),
    say([trace:info(S, Dead, I) || I <- [flags, tracer]]).
