%% proves I2: each item for each kind that is set
%% needs: 27
-module(function_each_item).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), S = session(T),
    Mfa = {traced, id, 1},
    [begin
         trace:function(S, Mfa, true, [K]),
         say({K, [trace:info(S, Mfa, I) || I <- [traced, match_spec, meta, meta_match_spec, call_count, call_time, call_memory]]}),
         trace:function(S, Mfa, false, [K])
     end || K <- [global, local, meta, call_count, call_time, call_memory]],
    say([trace:info(S, Mfa, I) || I <- [traced, match_spec, meta, meta_match_spec, call_count, call_time, call_memory, all]]).
