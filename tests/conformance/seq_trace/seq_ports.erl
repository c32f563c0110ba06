%% proves Q8: what is sent to a port is reported, but the token goes no further; data from a port leaves the receiver's token alone.
-module(seq_ports).
-export([main/0]).

main() ->
    Main = self(),
    Tracer = spawn_link(fun() -> forward(Main) end),
    seq_trace:set_system_tracer(Tracer),
    {Root, Monitor} = spawn_monitor(fun() -> talk() end),
    receive {'DOWN', Monitor, _, _, _} -> ok end,
    Events = [receive {seq_trace, Label, Event} -> {Label, name(Event, Root)} end || _ <- lists:seq(1, 5)],
    [io:format("~p~n", [E]) || E <- Events],
    seq_trace:set_system_tracer(false).

talk() ->
    Port = open_port({spawn, "cat"}, []),
    [seq_trace:set_token(Flag, true) || Flag <- [send, 'receive', print]],
    Port ! {self(), {command, "x"}},
    receive {Port, {data, "x"}} -> seq_trace:print(seq_trace:get_token(serial)) end,
    Port ! {self(), close},
    receive {Port, closed} -> seq_trace:print(seq_trace:get_token(serial)) end,
    Port ! {self(), {command, "y"}},
    seq_trace:print(seq_trace:get_token(serial)).

forward(To) -> receive Event -> To ! Event, forward(To) end.

name(Root, Root) -> root;
name(X, _) when is_port(X) -> port;
name(T, Root) when is_tuple(T) -> list_to_tuple([name(E, Root) || E <- tuple_to_list(T)]);
name(X, _) -> X.
