%% proves S1, S5: names may be used twice
%% needs: 27
-module(create_same_name).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), A = session(same, T), B = session(same, T),
    say(A =:= B),
    say(length([1 || {same, _} <- trace:session_info(all)])),
    say(trace:session_destroy(A)),
    say(length([1 || {same, _} <- trace:session_info(all)])),
    say(trace:session_destroy(B)),
    say(trace:session_info(all)).
