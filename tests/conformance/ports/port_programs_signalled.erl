%% shows the exit status of programs that end by themselves, by signals, closed pipes, and of programs with children
-module(port_programs_signalled).
-include("../support/edge.hrl").

main() ->
    process_flag(trap_exit, true),
    ?T([status("exit " ++ integer_to_list(N)) || N <- [0, 1, 127, 255, 256]]),
    ?T([status("kill -" ++ S ++ " $$") || S <- ["KILL", "TERM", "INT", "HUP", "SEGV"]]),
    ?T(status("exec no_such_program_here 2>/dev/null")),
    ?T(status("exec /etc/passwd 2>/dev/null")),
    ?T(run("echo out; exit 3", [])),
    ?T(run("echo out; echo err >&2; exit 3", [stderr_to_stdout])),
    ?T(run("cat; echo end", [in])),
    ?T(run("read x; echo got $x", [], "line\n")),
    ?T(without_status("exit 7")),
    ?T(eof("echo a")),
    ?T(closed_before_exit()),
    ?T(length([ok || {0, <<"x\n">>} <- [run("echo x", []) || _ <- lists:seq(1, 20)]])),
    ok.

status(Command) -> {N, <<>>} = run(Command, []), N.
run(Command, Options) -> run(Command, Options, "").
run(Command, Options, Input) ->
    Port = open_port({spawn_executable, "/bin/sh"}, [{args, ["-c", Command]}, exit_status, binary | Options]),
    Input =:= "" orelse port_command(Port, Input),
    R = all(Port, <<>>),
    receive {'EXIT', Port, normal} -> R end.
all(Port, Said) -> receive {Port, {data, D}} -> all(Port, <<Said/binary, D/binary>>); {Port, {exit_status, N}} -> {N, Said} end.

without_status(Command) ->
    Port = open_port({spawn_executable, "/bin/sh"}, [{args, ["-c", Command]}]),
    receive {'EXIT', Port, Reason} -> Reason; {Port, M} -> M end.

eof(Command) ->
    Port = open_port({spawn_executable, "/bin/sh"}, [{args, ["-c", Command]}, eof]),
    R = [receive {Port, {data, D}} -> D end, receive {Port, M} -> M end, erlang:port_info(Port, name)],
    {R, port_close(Port), receive {'EXIT', Port, Reason} -> Reason end}.

%% A program that gets no more input ends; no process gets a message any more.
closed_before_exit() ->
    Port = open_port({spawn_executable, "/bin/cat"}, [exit_status]),
    true = port_close(Port),
    receive {'EXIT', Port, Reason} -> {Reason, erlang:port_info(Port), receive {Port, M} -> M after 0 -> nothing end} end.
