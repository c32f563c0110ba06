%% proves I2, F11: natives have a state, too
%% needs: 27
-module(function_bif).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2]).

main() ->
    S = session(tracer()),
    [begin
         trace:function(S, F, [{'_', [], [{message, x}]}], [K]),
         say({F, [trace:info(S, F, I) || I <- [traced, match_spec, meta_match_spec, call_count]]}),
         trace:function(S, F, false, [K])
     end || F <- [{erlang, atom_to_list, 1}, {lists, keyfind, 3}], K <- [global, local, meta]].
