%% proves F11, F6: call counts of BIFs
%% needs: 27
-module(bif_counts).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2]).
-export([id/1]).
main() ->
    T = tracer(), S = session(T),
    [trace:function(S, F, true, [call_count]) || F <- [{erlang, atom_to_list, 1}, {erlang, phash2, 2}, {erlang, term_to_binary, 1}]],
    [begin atom_to_list(id(a)), erlang:phash2(id(N), 10), catch atom_to_list(id(N)) end || N <- lists:seq(1, 10)],
    [say(trace:info(S, F, call_count)) || F <- [{erlang, atom_to_list, 1}, {erlang, phash2, 2}, {erlang, term_to_binary, 1}]].

id(X) -> X.
