%% shows folder, environment, arguments and descriptors of a port's program, and what open_port refuses
-module(port_options).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    show(cd, {spawn, "pwd"}, [{cd, "/tmp"}]),
    show(cd, {spawn, "pwd"}, [{cd, <<"/usr">>}]),
    show(no_folder, {spawn, "cat 2>/dev/null"}, [{cd, "/no/such/folder"}, exit_status, stderr_to_stdout]),
    os:putenv("PORT_OPTIONS_A", "a"),
    os:putenv("PORT_OPTIONS_B", "b"),
    show(env, {spawn, "sh -c 'echo $PORT_OPTIONS_A ${PORT_OPTIONS_B-gone} $PORT_OPTIONS_C'"}, [{env, [{"PORT_OPTIONS_B", false}, {"PORT_OPTIONS_C", "c d"}]}]),
    show(args, {spawn_executable, "/bin/sh"}, [{args, ["-c", "echo \"$0|$1|$2\"", "zero", "one two", <<"three">>]}]),
    show(arg0, {spawn_executable, "/bin/sh"}, [{arg0, "myname"}, {args, ["-c", "echo $0"]}]),
    show(stderr, {spawn, "sh -c 'echo out; echo err >&2'"}, [stderr_to_stdout]),
    show(other_descriptors, {spawn, "sh -c 'echo out >&4; read Line <&3; echo $Line >&4'"}, [nouse_stdio], "in\n"),
    show(quoting, {spawn, "echo 'a  b' \"c\""}, [hide, use_stdio, in]),
    show(enoent, {spawn_executable, "/no/such/program"}, []),
    show(eacces, {spawn_executable, "/etc/passwd"}, []),
    show(folder, {spawn_executable, "/tmp"}, []),
    show(folder, {spawn_executable, "/tmp"}, [exit_status]),
    [show(bad, Name, Options) || {Name, Options} <- [
        {{spawn, "cat"}, [other]}, {{spawn, "cat"}, [{packet, 3}]}, {{spawn, "cat"}, [{line, 0}]}, {{spawn, "cat"}, in},
        {{spawn, "cat"}, [{args, ["a"]}]}, {{spawn, ""}, []}, {{spawn, 17}, []}, {{other, "cat"}, []}, {spawn, []},
        {{spawn, "cat"}, [{env, [{"A", 1}]}]}, {{spawn, "cat"}, [{cd, 1}]}, {{fd, a, 1}, []}]].

show(What, Program, Options) -> show(What, Program, Options, "").

show(What, Program, Options, Input) ->
    Result =
        try open_port(Program, Options) of
            Port ->
                [port_command(Port, Input) || Input =/= ""],
                collect(Port)
        catch Class:Reason -> {Class, Reason}
        end,
    io:format("~w ~p~n", [What, Result]).

collect(Port) ->
    receive
        {Port, {data, Data}} ->
            case collect(Port) of
                [{data, More} | Rest] -> [{data, Data ++ More} | Rest];
                Messages -> [{data, Data} | Messages]
            end;
        {Port, Message} -> [Message | collect(Port)];
        {'EXIT', Port, Reason} -> [{exit, Reason}]
    end.
