%% proves S9: pids of other nodes are refused as tracee and as tracer
%% needs: 27
-module(remote_refused).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2, attempt/1]).

main() ->
    T = tracer(), S = session(T),
    %% <0.50.0> of a node that does not exist, as the external term format has it.
    Far = binary_to_term(<<131, 88, 119, 11, "other@nohos", 0, 0, 0, 50, 0, 0, 0, 0, 0, 0, 0, 1>>),
    say(node(Far)),
    say(attempt(fun() -> trace:session_create(far, Far, []) end)),
    say(attempt(fun() -> trace:process(S, Far, true, [send]) end)),
    say(attempt(fun() -> trace:info(S, Far, flags) end)),
    say(attempt(fun() -> trace:session_info(Far) end)),
    say(attempt(fun() -> erlang:trace(Far, true, [send]) end)),
    say(attempt(fun() -> trace:delivered(S, Far) end)).
