%% proves Q8: messages of timers leave the receiver's token alone.
-module(seq_timers).
-export([main/0]).
-import(seq_stream, [run/1, token/0, say/1]).

main() ->
    run([
        {send_after, 1, fun() ->
            erlang:send_after(1, self(), tick),
            receive tick -> seq_trace:print(seq_trace:get_token()=/=[]) end
        end},
        {start_timer, 1, fun() ->
            R = erlang:start_timer(1, self(), tick),
            receive {timeout, R, tick} -> seq_trace:print(seq_trace:get_token()=/=[]) end
        end},
        {cancel_async, 1, fun() ->
            R = erlang:start_timer(1000, self(), tick),
            erlang:cancel_timer(R, [{async, true}]),
            receive {cancel_timer, R, _} -> seq_trace:print(cancelled) end
        end},
        {send_after_cleared, 1, fun() ->
            erlang:send_after(10, self(), tick),
            O = seq_trace:set_token([]),
            receive tick -> say(token()) end,
            seq_trace:set_token(O)
        end},
        {start_timer_cleared, 1, fun() ->
            erlang:start_timer(10, self(), tick),
            O = seq_trace:set_token([]),
            receive {timeout, _, tick} -> say(token()) end,
            seq_trace:set_token(O)
        end}
    ]).
