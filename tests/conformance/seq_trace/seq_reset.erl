%% proves Q6: reset_trace takes all tokens away and starts counting anew, also in messages that are queued.
-module(seq_reset).
-export([main/0]).
-import(seq_stream, [run/1, child/1, token/0, say/1]).

main() ->
    run([
        {reset, 9, fun() ->
            Me = self(),
            Q = child(fun() -> receive go -> Me ! {q, token()} end end),
            self() ! a,
            Q ! go,
            receive {q, _} -> ok end,
            seq_trace:reset_trace(),
            say(token()),
            receive a -> say(token()) end,
            seq_trace:set_token(label, x),
            seq_trace:set_token(print, true),
            seq_trace:print(token()),
            seq_trace:print(token())
        end}
    ]).
