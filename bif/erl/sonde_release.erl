%% The script of a release (`erl -boot NAME`): its folders of code and its applications, which start after kernel and stdlib. What else a
%% script says, the machine does in its own way: modules are loaded when they are called first.
-module(sonde_release).

-export([script/1, start/1]).

%% The steps of the script that -boot names, which a machine without it reads before anything else.
%% -> [Step]; [] without -boot, and for the scripts that start what runs anyway.
script(Flags) ->
    case [Name || {boot, [Name]} <- Flags] of
        [] -> [];
        Names ->
            Name = lists:last(Names),
            case is_plain(Name) of
                true -> [];
                false -> expanded(read(Name ++ ".boot"), Flags)
            end
    end.

is_plain(Name) -> lists:member(filename:basename(Name), ["start", "start_clean", "no_dot_erlang"]).

read(File) ->
    case [Boot || Path <- [File, filename:join([sonde_native:otp_root(), "bin", File])], {ok, Boot} <- [sonde_native:get_file(Path)]] of
        [Boot | _] -> steps(File, Boot);
        [] -> refuse({'cannot get bootfile', list_to_atom(File)})
    end.

steps(File, Boot) ->
    case binary_to_term(Boot) of
        {script, _, Steps} -> Steps;
        _ -> refuse({'bootfile format error', list_to_atom(File)})
    end.

%% As under erl: the same line, the same status.
refuse(Reason) ->
    erlang:display({"init terminating in do_boot", Reason}),
    halt(1).

%% A folder begins with the name of a variable: ROOT, or one of -boot_var.
expanded(Steps, Flags) ->
    Variables = variables([Value || {boot_var, Values} <- Flags, Value <- Values]),
    [expand(Step, Variables) || Step <- Steps].

variables([Name, Folder | Rest]) -> [{Name, Folder} | variables(Rest)];
variables([]) -> [{"ROOT", binary_to_list(sonde_native:otp_root())}];
variables([_]) -> refuse({error, {bad_boot_var, []}}).

expand({path, Folders}, Variables) -> {path, [folder(Folder, Variables) || Folder <- Folders]};
expand(Step, _) -> Step.

folder([$$ | Path], Variables) ->
    {Name, Rest} = lists:splitwith(fun(C) -> C =/= $/ end, Path),
    case lists:keyfind(Name, 1, Variables) of
        {_, Value} -> Value ++ Rest;
        false -> refuse(list_to_atom("cannot expand $" ++ Name ++ " in bootfile"))
    end;
folder(Path, _) -> Path.

%% All applications are loaded before the first one starts. As with -boot under erl, the machine ends with one that does not start.
start(Steps) ->
    [code:add_pathsz(Folders -- code:get_path()) || {path, Folders} <- Steps],
    [load(Description) || {apply, {application, load, [Description]}} <- Steps],
    [ok = application:start_boot(Name, Type) || {apply, {application, start_boot, [Name, Type]}} <- Steps, not is_running(Name)],
    ok.

load(Description) ->
    case application:load(Description) of
        ok -> ok;
        {error, {already_loaded, _}} -> ok
    end.

is_running(Name) -> Name =:= kernel orelse Name =:= stdlib.
