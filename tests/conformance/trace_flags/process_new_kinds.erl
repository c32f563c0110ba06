%% proves P18, I1: new and new_processes are one setting; new_ports is another
%% needs: 27
-module(process_new_kinds).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), S = session(T),
    say(trace:process(S, new, true, [send])),
    say(trace:process(S, new_processes, true, [procs])),
    [say(W, lists:sort(element(2, trace:info(S, W, flags)))) || W <- [new, new_processes, new_ports]],
    say(trace:info(S, new, tracer)),
    say(trace:process(S, new, false, [all])),
    [say(W, trace:info(S, W, flags)) || W <- [new, new_processes]],
    say(trace:info(S, new, tracer)).
