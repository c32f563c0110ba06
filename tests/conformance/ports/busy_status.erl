%% shows what a process is said to do that waits for a busy port, whichever way it sends, and that it goes on when the port is closed
-module(busy_status).
-export([main/0]).

main() -> [io:format("~w: ~w~n", [Way, sends(Way)]) || Way <- [message, command, command_with_options, nosuspend]].

sends(Way) ->
    Self = self(),
    Sender = spawn(fun() ->
        Port = open_port({spawn, "sleep 100"}, []),
        {os_pid, Program} = erlang:port_info(Port, os_pid),
        Self ! {port, Port, Program},
        Result = [catch send(Way, Port, binary:copy(<<"x">>, 200000)) || _ <- "123"],
        Self ! {result, [case R of {'EXIT', {Reason, _}} -> Reason; _ -> R end || R <- Result]}
    end),
    {Port, Program} = receive {port, P, O} -> {P, O} end,
    Status = status(Sender, 500),
    catch port_close(Port),
    os:cmd("kill " ++ integer_to_list(Program)),
    {Status, receive {result, Result} -> Result after 5000 -> none end}.

send(message, Port, Bytes) -> Port ! {self(), {command, Bytes}}, sent;
send(command, Port, Bytes) -> port_command(Port, Bytes);
send(command_with_options, Port, Bytes) -> port_command(Port, Bytes, []);
send(nosuspend, Port, Bytes) -> port_command(Port, Bytes, [nosuspend]).

status(_, 0) -> not_suspended;
status(Pid, Tries) ->
    case process_info(Pid, status) of
        {status, suspended} -> suspended;
        undefined -> gone;
        _ -> timer:sleep(2), status(Pid, Tries - 1)
    end.

