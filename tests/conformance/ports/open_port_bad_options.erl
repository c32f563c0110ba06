%% shows what is said of wrong arguments of open_port/2, port_command/3 and port_control/3, and of monitor_node/3
-module(open_port_bad_options).
-export([main/0]).

main() ->
    Cat = {spawn, "cat"},
    [io:format("~0p ~0p: ~0p~n", [Name, Options, opened(Name, Options)])
     || {Name, Options} <- [{Cat, [{packet, 1}, {line, 10}]}, {Cat, [{line, 10}, {packet, 1}]}, {Cat, [line, {packet, 1}]},
                            {Cat, [{packet, 1}, line]}, {Cat, [stream, {packet, 2}, {line, 3}]}, {Cat, [{line, 10}, {packet, 2}, stream]},
                            {Cat, [{packet, 2}, {line, 10}, stream]}, {Cat, [{packet, 2}, stream]}, {Cat, [stream, {line, 10}]},
                            {{fd, -1, 0}, []}, {{fd, 0, -1}, []}, {{fd, 1 bsl 31, 1}, []}, {{fd, 1 bsl 70, 1}, []}, {{fd, a, 0}, []},
                            {{fd, -1, 0}, [foo]}, {{fd, -1, 0}, [{packet, 1}, {line, 3}]}, {#{}, #{}}, {Cat, #{}}, {foo, []},
                            {{spawn, foo}, [foo]}, {Cat, [foo]}, {Cat, [in | out]}]],
    Port = open_port(Cat, []),
    [io:format("~0p: ~0p~n", [tl(Arguments), called(port_command, Arguments)])
     || Arguments <- [[Port, "x", #{}], [Port, "x", [foo]], [foo, "x", []], [foo, "x", [foo]], [Port, "x", [force, nosuspend]],
                      [Port, "x", [force | a]], [Port, foo, [foo]]]],
    [io:format("~0p: ~0p~n", [Arguments, called(monitor_node, Arguments)])
     || Arguments <- [[a, true, #{}], [#{}, #{}, #{}], [a, true, [foo]], [node(), foo, []], [a, true, foo]]],
    {ok, Socket} = gen_tcp:listen(0, [{ip, {127, 0, 0, 1}}]),
    [io:format("~w: ~0p~n", [Operation, called(port_control, [Socket, Operation, ""])])
     || Operation <- [-1, 0, 255, 1 bsl 31, (1 bsl 32) - 1, 1 bsl 32]].

opened(Name, Options) ->
    try open_port(Name, Options) of
        Port -> port_close(Port), port
    catch
        error:Reason:Stack -> {Reason, info(Stack)}
    end.

called(Function, Arguments) ->
    try
        apply(erlang, Function, Arguments)
    catch
        error:Reason:Stack -> {Reason, info(Stack)}
    end.

info([{Module, Function, _, Info} | _]) -> {Module, Function, [I || {error_info, I} <- Info]}.
