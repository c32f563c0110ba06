%% proves F9, I2: the pattern for code to come keeps a match spec and a tracer for each kind
%% needs: 27
-module(on_load_specs_per_kind).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    % What printing would load under the pattern otherwise.
    [{module, _} = code:ensure_loaded(M) || M <- [io, io_lib, io_lib_format, io_lib_pretty]],
    Meta = [{[1], [], [{message, meta_spec}]}],
    Local = [{[2], [], [{message, local_spec}]}],
    trace:function(S, on_load, Meta, [meta]),
    trace:function(S, on_load, true, [call_count]),
    info(S, T),
    trace:function(S, on_load, Local, [local]),
    info(S, T),
    trace:process(S, W, true, [call]),
    code:purge(traced), {module, traced} = code:load_file(traced),
    do(W, fun() -> traced:id(1), traced:id(2), traced:id(3) end),
    show(S, T),
    io:format("~p~n", [trace:info(S, {traced, id, 1}, call_count)]),
    trace:function(S, on_load, false, [meta]),
    info(S, T),
    trace:function(S, on_load, true, [global]),
    info(S, T),
    trace:function(S, on_load, true, [call_time]),
    info(S, T).

info(S, T) ->
    {all, Items} = trace:info(S, on_load, all),
    io:format("~p~n", [[{K, if V =:= T -> tracer; true -> V end} || {K, V} <- Items]]).
