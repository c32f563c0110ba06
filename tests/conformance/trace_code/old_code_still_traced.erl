%% proves Z2: a process in old code is traced there until it leaves
%% needs: 27
-module(old_code_still_traced).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, tell/2, session/1, session/2, show/2, show/3, wait/1]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    trace:function(S, {prey, '_', '_'}, [{'_', [], [{return_trace}]}], [local]),
    tell(W, fun() -> prey:body(fun(_) -> receive go_on -> ok end, prey:zero() end, 1) end),
    wait(fun() -> process_info(W, status) =:= {status, waiting} andalso process_info(W, message_queue_len) =:= {message_queue_len, 0} end),
    {module, prey} = code:load_file(prey),
    W ! go_on,
    do(W, fun() -> prey:inner(x) end),
    show(S, T).
