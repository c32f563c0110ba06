%% Names of processes for people: the registered name, or the function that says most about what the process does.
-module(sonde_trace_names).

-export([of_process/1, initial_call/1]).

%% The name of a process that runs already: {registered, Atom} or text; none where it has ended.
of_process(Pid) ->
    case process_info(Pid, [registered_name, initial_call, dictionary]) of
        undefined -> none;
        [{_, Name}, _, _] when is_atom(Name), Name =/= [] -> {registered, Name};
        [_, {_, {M, F, A}}, {_, Dictionary}] ->
            case proplists:get_value('$initial_call', Dictionary) of
                {Module, init, 1} -> io_lib:format("~tw", [Module]);
                {M1, F1, A1} -> mfa(M1, F1, A1);
                _ when {M, F, A} =:= {erlang, apply, 2} -> outermost(Pid);
                _ -> mfa(M, F, A)
            end
    end.

%% What a process runs that was started with a fun: where it is, as far out as the stack tells.
outermost(Pid) ->
    case process_info(Pid, current_stacktrace) of
        {_, [_ | _] = Stack} ->
            case lists:last(Stack) of
                %% The program's first process, which a trace of a program that it starts calls so, too.
                {sonde_boot, run, 1, _} -> "main";
                {M, F, A, _} -> mfa(M, F, A)
            end;
        _ -> mfa(erlang, apply, 2)
    end.

%% The same from the event of its start: not a function of OTP which calls that of the program.
initial_call({proc_lib, init_p, [_, _, gen, init_it, [_, _, _, Module, Arguments, Options]]}) when is_atom(Module), is_list(Options) ->
    module_name(Module, Arguments);
initial_call({proc_lib, init_p, [_, _, gen, init_it, [_, _, _, _, Module, Arguments, _]]}) when is_atom(Module) -> module_name(Module, Arguments);
initial_call({proc_lib, init_p, [_, _, M, F, A]}) when is_list(A) -> mfa(M, F, length(A));
initial_call({proc_lib, init_p, [_, _, Fun]}) -> fun_name(Fun);
initial_call({erlang, apply, [Fun, _]}) -> fun_name(Fun);
initial_call({M, F, A}) when is_list(A) -> mfa(M, F, length(A));
initial_call({M, F, A}) -> mfa(M, F, A).

%% A supervisor's callback module is an argument of its own.
module_name(supervisor, {_, Module, _}) when is_atom(Module) -> io_lib:format("~tw", [Module]);
module_name(Module, _) -> io_lib:format("~tw", [Module]).

fun_name(Fun) when is_function(Fun) ->
    {module, M} = erlang:fun_info(Fun, module),
    {name, F} = erlang:fun_info(Fun, name),
    {arity, A} = erlang:fun_info(Fun, arity),
    mfa(M, F, A);
%% Of a log, which has the text: as the page of the log names it.
fun_name(Text) when is_atom(Text) ->
    case atom_to_list(Text) of
        "#Fun<" ++ Rest -> ["fun ", string:trim(Rest, trailing, ">")];
        _ -> "fun"
    end;
fun_name(_) -> "fun".

mfa(M, F, A) -> io_lib:format("~tw:~tw/~w", [M, F, A]).
