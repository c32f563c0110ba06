%% proves S1, S5: a session is a pair of a strong and a weak handle
%% needs: 27
-module(weak_is_second).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, session/1, session/2, say/1, say/2, attempt/1]).

main() ->
    T = tracer(), {Strong, Weak} = S = session(a_name, T),
    say({is_reference(Strong), element(1, Weak), tuple_size(Weak)}),
    say(trace:session_info(all) =:= [Weak]),
    say(trace:process(Weak, worker(w), true, [send])),
    say(trace:session_destroy(Weak)),
    say(attempt(fun() -> trace:process(S, worker(v), true, [send]) end)).
