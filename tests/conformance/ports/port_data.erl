%% A term kept with a port.
-module(port_data).
-export([main/0]).
main() ->
    P = open_port({spawn, "cat"}, []),
    t(fun() -> erlang:port_get_data(P) end),
    t(fun() -> erlang:port_set_data(P, {a, [b, 1.5], <<"bin">>}) end),
    t(fun() -> erlang:port_get_data(P) end),
    t(fun() -> erlang:port_set_data(P, 17) end),
    t(fun() -> erlang:port_get_data(P) end),
    t(fun() -> erlang:port_set_data(nope, 17) end),
    t(fun() -> erlang:port_get_data(nope) end),
    t(fun() -> erlang:port_get_data(1) end),
    register(pp, P),
    t(fun() -> erlang:port_set_data(pp, atom) end),
    t(fun() -> erlang:port_get_data(pp) end),
    port_close(P),
    t(fun() -> erlang:port_get_data(P) end),
    t(fun() -> erlang:port_set_data(P, x) end).
t(F) -> io:format("~p~n", [try F() catch C:R -> {C, R} end]).
