%% `sonde shell`: OTP's own shell, line editing and all. With a terminal, sonde_terminal stands where OTP has user_drv; without
%% one (a pipe, a file), or with libraries whose line editing wants another driver (OTP 26 and later), the shell reads lines from
%% `user` as `erl` does there.
-module(sonde_shell).

-export([main/0]).

main() ->
    case is_terminal() of
        true -> sonde_terminal:run();
        false -> plain()
    end.

is_terminal() ->
    {module, group} = code:ensure_loaded(group),
    erlang:function_exported(group, start, 2) andalso sonde_native:terminal(raw) =:= ok.

%% The shell itself ends the machine at the end of its input.
plain() ->
    io:put_chars([erlang:system_info(system_version), $\n]),
    Shell = shell:start(true),
    Monitor = monitor(process, Shell),
    receive {'DOWN', Monitor, process, _, _} -> ok end.
