%% proves Q8: a spawned process has the token of its parent
%% needs: 27
-module(spawn_inherits_token).
-export([main/0]).
-import(trace_stream, [worker/1, do/2, say/1, say/2]).

main() ->
    Main = self(),
    W = worker(w),
    do(W, fun() -> seq_trace:set_token(label, parent), spawn(fun() -> Main ! {child, seq_trace:get_token(label)} end), seq_trace:set_token([]) end),
    say(receive {child, L} -> L end),
    seq_trace:set_token([]).
