%% proves M3, Q2: set_seq_token and get_seq_token in match specs
%% needs: 27
-module(spec_sets_token).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2, load/1]).

main() ->
    load([seq_trace]),
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    trace:function(S, {traced, id, 1}, [{[set], [], [{set_seq_token, label, 77}, {set_seq_token, send, true}]}, {[get], [{is_seq_trace}], [{message, {get_seq_token}}]}, {[get], [], [{message, none}]}], [local]),
    say(do(W, fun() -> traced:id(get), traced:id(set), R = {seq_trace:get_token(label), seq_trace:get_token(send)}, traced:id(get), seq_trace:set_token([]), traced:id(get), R end)),
    sync(S),
    [say(case E of {trace, P, call, C, {77, Flags, _, _, _}} -> {P, C, flags, Flags}; _ -> E end) || E <- take(T)].
