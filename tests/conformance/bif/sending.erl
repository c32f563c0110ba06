%% shows erlang:send/2,3, send_nosuspend and odd receivers
-module(sending).
-include("../support/edge.hrl").

main() ->
    ?T(erlang:send(self(), a)),
    ?T(erlang:send(self(), b, [])),
    ?T(erlang:send(self(), c, [nosuspend, noconnect])),
    ?T(erlang:send(self(), c, [bad])),
    ?T(erlang:send(self(), c, [nosuspend | x])),
    ?T(erlang:send(self(), c, nosuspend)),
    ?T(erlang:send(1, a)),
    ?T(erlang:send([], a)),
    ?T(erlang:send({a, b, c}, a)),
    ?T(erlang:send(make_ref(), a)),
    ?T(erlang:send_nosuspend(self(), d)),
    ?T(erlang:send_nosuspend(self(), e, [noconnect])),
    ?T(erlang:send_nosuspend(x, d)),
    ?T(a ! b),
    ?T("a" ! b),
    ?T({a} ! b),
    ?T(length(all([]))),
    ?T(is_reference(erlang:send_after(0, self(), now))),
    ?T(receive now -> ok end),
    ?T(erlang:send_after(-1, self(), x)),
    ?T(erlang:send_after(1 bsl 64, self(), x)),
    ?T(erlang:send_after(1, "x", x)),
    ?T(erlang:send_after(1.0, self(), x)),
    ?T(is_reference(erlang:send_after(1, no_such_name, x))),
    ?T(erlang:start_timer(0, self(), x, [{abs, maybe_so}])),
    ?T(erlang:start_timer(0, self(), x, [bad])),
    ?T(erlang:start_timer(0, self(), x, x)),
    ?T(erlang:cancel_timer(make_ref())),
    ?T(erlang:cancel_timer(x)),
    ?T(erlang:cancel_timer(make_ref(), [{info, false}])),
    ?T(erlang:cancel_timer(make_ref(), [{async, 1}])),
    ?T(erlang:read_timer(make_ref())),
    ?T(erlang:read_timer(1)),
    ?T(erlang:read_timer(make_ref(), [{async, true}])),
    ?T(receive {read_timer, _, false} -> read end),
    ok.

all(A) -> receive M -> all([M | A]) after 0 -> A end.
