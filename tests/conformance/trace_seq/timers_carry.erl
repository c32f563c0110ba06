%% proves Q8: timers carry the token of who started them, or not
%% needs: 27
-module(timers_carry).
-export([main/0]).
-import(trace_stream, [worker/1, do/2, say/1, say/2]).

main() ->
    W = worker(w),
    say(do(W, fun() ->
        seq_trace:set_token(label, timed),
        erlang:send_after(1, self(), tick),
        erlang:start_timer(1, self(), tock),
        seq_trace:set_token([]),
        receive tick -> ok end,
        A = seq_trace:get_token(),
        receive {timeout, _, tock} -> ok end,
        {A, seq_trace:get_token()}
    end)).
