%% shows that the output of programs comes as messages, split as requested, and how their ends are reported
-module(port_programs).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    show(list, {spawn, "echo hello"}, []),
    show(binary, {spawn, "echo hello"}, [binary]),
    show(exit_status, {spawn, "sh -c 'echo hello; exit 3'"}, [exit_status]),
    show(exit_status_eof, {spawn, "echo hello"}, [exit_status, eof]),
    show(eof, {spawn, "echo hello"}, [eof]),
    show(killed, {spawn, "sh -c 'kill -9 $$'"}, [exit_status]),
    show(missing, {spawn, "no_such_program_anywhere 2>/dev/null"}, [exit_status]),
    show(arguments, {spawn_executable, "/bin/echo"}, [{args, ["a b", <<"c">>, d]}]),
    show(lines, printf("0123456789\nabc\n\nxyz"), [{line, 10} | arguments("0123456789\nabc\n\nxyz")]),
    show(long_lines, printf(""), [{line, 4}, binary, exit_status | arguments("0123456789\n01234\nab")]),
    show(packets, {spawn, "printf '\\000\\003abc\\000\\000\\000\\002de\\000\\005xy'"}, [{packet, 2}, eof, binary]),
    show(packets, {spawn, "printf '\\001a\\002bc'"}, [{packet, 1}, binary]),
    show(packets, {spawn, "printf '\\000\\000\\000\\001a'"}, [{packet, 4}]),
    show(silent, {spawn, "true"}, [eof, exit_status]).

printf(_) -> {spawn_executable, "/usr/bin/printf"}.
arguments(Text) -> [{args, ["%s", Text]}].

%% All that comes until the port ends or its input does.
show(What, Program, Options) ->
    Port = open_port(Program, Options),
    Messages = collect(Port, lists:member(eof, Options)),
    io:format("~w ~p~n", [What, Messages]),
    catch port_close(Port),
    receive {'EXIT', Port, _} -> ok after 0 -> ok end.

collect(Port, HasEof) ->
    receive
        {Port, {data, Data}} when is_list(Data); is_binary(Data) ->
            case collect(Port, HasEof) of
                %% Pieces of a stream may be cut anywhere.
                [{data, More} | Rest] when is_list(Data), is_list(More) -> [{data, Data ++ More} | Rest];
                Messages -> [{data, Data} | Messages]
            end;
        {Port, eof} -> [eof];
        {Port, Message} -> [Message | collect(Port, HasEof)];
        {'EXIT', Port, Reason} -> [{exit, Reason}]
    after 5000 -> [nothing_more]
    end.
