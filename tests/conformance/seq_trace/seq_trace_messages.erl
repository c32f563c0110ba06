%% proves Q1, P22: trace messages and answers of trace:delivered leave the token alone.
%% needs: 27
-module(seq_trace_messages).
-export([main/0]).
-import(seq_stream, [run/1, child/1]).

main() ->
    trace:session_info(all),  % loads the module, where it is one
    run([
        {tracemsg, 3, fun() ->
            Q = child(fun() -> receive go -> ok end end),
            SS = trace:session_create(x, self(), []),
            trace:process(SS, Q, true, [procs]),
            T1 = seq_trace:get_token()=/=[],
            Q ! go,
            receive {trace, Q, exit, _} -> ok end,
            seq_trace:print({T1, seq_trace:get_token()=/=[]}),
            trace:session_destroy(SS)  % a session that nobody holds ends with the next collection
        end},
        {delivered, 1, fun() ->
            SS = trace:session_create(x, self(), []),
            R = trace:delivered(SS, all),
            receive {trace_delivered, all, R} -> ok end,
            seq_trace:print(seq_trace:get_token()=/=[]),
            trace:session_destroy(SS)
        end}
    ]).
