%% proves I2, F9: on_load with each kind
%% needs: 27
-module(on_load_items).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), S = session(T),
    [begin
         say({K, trace:function(S, on_load, Sp, [K]), [trace:info(S, on_load, I) || I <- [traced, match_spec, meta, meta_match_spec, call_count, call_time, all]]}),
         trace:function(S, on_load, false, [K])
     end || {K, Sp} <- [{local, true}, {global, [{'_', [], [{message, x}]}]}, {meta, true}, {call_count, true}]],
    say([trace:info(S, on_load, I) || I <- [traced, match_spec, all]]).
