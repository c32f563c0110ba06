%% proves F6: calls that fail count; so does a call no clause of which matches
%% needs: 27
-module(count_exceptions).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), S = session(T),
    trace:function(S, {prey, '_', '_'}, true, [call_count]),
    [catch prey:thrower(X) || X <- [1, 2, 3]],
    catch prey:clause(1), catch prey:clause(a), catch prey:bits(not_bits),
    [say({F, trace:info(S, {prey, F, 1}, call_count)}) || F <- [thrower, clause, bits]].
