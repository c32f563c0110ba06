%% shows os:cmd: OTP's own, on ports
-module(os_commands).
-export([main/0]).

main() ->
    io:format("~p~n", [os:cmd("echo hello")]),
    io:format("~p~n", [os:cmd("echo out; echo err >&2; exit 3")]),
    io:format("~p~n", [os:cmd("cat")]),
    io:format("~p~n", [os:cmd("no_such_command_at_all 2>/dev/null || echo missing")]),
    io:format("~p~n", [length(os:cmd("head -c 300000 /dev/zero | tr '\\000' x"))]),
    io:format("~p~n", [os:cmd("echo 12345678", #{max_size => 4})]),
    io:format("~p~n", [lists:usort([os:cmd("echo " ++ integer_to_list(N)) =:= integer_to_list(N) ++ "\n" || N <- lists:seq(1, 30)])]),
    Me = self(),
    [spawn(fun() -> Me ! {N, os:cmd("sleep 0.1; echo " ++ integer_to_list(N))} end) || N <- lists:seq(1, 10)],
    io:format("~p~n", [[receive {N, Text} -> Text end || N <- lists:seq(1, 10)]]),
    %% Nobody is left behind.
    io:format("~w ~w~n", [children_left(50), erlang:ports() -- initial_ports()]).

%% Processes of the system whose parent we are.
children_left(0) -> some;
children_left(Tries) ->
    {ok, Names} = file:list_dir("/proc"),
    case [N || N <- Names, is_zombie(N, os:getpid())] of
        [] -> none;
        _ -> receive after 20 -> children_left(Tries - 1) end
    end.

is_zombie(Name, Parent) ->
    case file:open("/proc/" ++ Name ++ "/stat", [read]) of
        {ok, File} ->
            Line = file:read_line(File),
            file:close(File),
            case Line of
                {ok, Text} -> lists:sublist(string:tokens(lists:last(string:tokens(Text, ")")), " "), 2) =:= ["Z", Parent];
                _ -> false
            end;
        _ -> false
    end.

initial_ports() -> [P || P <- erlang:ports(), erlang:port_info(P, os_pid) =:= {os_pid, undefined} orelse erlang:port_info(P, connected) =/= {connected, self()}].
