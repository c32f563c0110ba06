%% shows start_timer, send_after, read_timer and cancel_timer with odd times and options
-module(timer_natives).
-include("../support/edge.hrl").

main() ->
    ?T(is_reference(erlang:start_timer(0, self(), msg))),
    ?T(receive {timeout, R, M} -> {is_reference(R), M} end),
    ?T(erlang:start_timer(-1, self(), m)),
    ?T(erlang:start_timer(a, self(), m)),
    ?T(erlang:start_timer(1 bsl 64, self(), m)),
    ?T(erlang:start_timer(10, "x", m)),
    ?T(erlang:start_timer(10, self(), m, [bad])),
    ?T(erlang:start_timer(10, self(), m, [{abs, x}])),
    ?T(erlang:send_after(-1, self(), m)),
    ?T(erlang:send_after(1.5, self(), m)),
    ?T(erlang:send_after(0, nobody_here, m) =/= ok),
    ?T(erlang:send_after(0, self(), [m]) =/= ok),
    ?T(receive [m] -> got end),
    ?T(erlang:read_timer(make_ref())),
    ?T(erlang:read_timer(a)),
    ?T(erlang:read_timer(make_ref(), [{async, false}])),
    ?T(erlang:read_timer(make_ref(), [bad])),
    ?T(erlang:cancel_timer(make_ref())),
    ?T(erlang:cancel_timer(a)),
    ?T(erlang:cancel_timer(make_ref(), [{info, false}])),
    ?T(erlang:cancel_timer(make_ref(), [bad])),
    ?T(erlang:cancel_timer(make_ref(), bad)),
    ?T(cancel_it()),
    ?T(cancel_async()),
    ?T(past()),
    ok.

cancel_it() -> T = erlang:send_after(1000000, self(), m), L = erlang:cancel_timer(T), {is_integer(L), L > 900000, erlang:cancel_timer(T)}.
cancel_async() -> T = erlang:send_after(1000000, self(), m), ok = erlang:cancel_timer(T, [{async, true}]), receive {cancel_timer,
        T, L} -> is_integer(L) end.
past() -> T = erlang:start_timer(-100, self(), old, [{abs, true}]), receive {timeout, T, X} -> X after 500 -> none end.
