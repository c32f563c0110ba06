%% proves P7: the exit reason when others send exit signals
%% needs: 27
-module(procs_killed_by_other).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, session/1, session/2, show/2, show/3, gone/1]).

main() ->
    T = tracer(), S = session(T),
    [begin
         W = worker(list_to_atom("w" ++ integer_to_list(N))),
         trace:process(S, W, true, [procs]),
         exit(W, Reason),
         gone(W)
     end || {N, Reason} <- [{1, kill}, {2, why}, {3, {shutdown, now}}]],
    show(S, T).
