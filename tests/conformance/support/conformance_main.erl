%% Runs one program on a real Erlang/OTP so that it ends as `sonde run` ends: main/1 with the arguments as strings
%% where it is exported, else main/0, in a process of its own,
%% standard output in UTF-8; exit status 0, or 1 after an uncaught exception.
-module(conformance_main).
-export([start/1]).

start([Name]) ->
    Module = list_to_atom(Name),
    {module, Module} = code:load_file(Module),
    {_, Monitor} = spawn_monitor(fun() -> run(Module, init:get_plain_arguments()) end),
    receive
        {'DOWN', Monitor, process, _, normal} -> halt(0);
        {'DOWN', Monitor, process, _, _} -> halt(1)
    end.

run(Module, Arguments) ->
    ok = io:setopts([{encoding, unicode}]),
    try call(Module, Arguments)
    catch
        Class:Reason:Stack ->
            Text = erl_error:format_exception(Class, Reason, Stack),
            io:put_chars(standard_error, ["escript: ", Text, $\n]),
            halt(1)
    end.

call(Module, Arguments) ->
    case erlang:function_exported(Module, main, 1) of
        true -> Module:main(Arguments);
        false -> Module:main()
    end.
