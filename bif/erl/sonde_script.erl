%% escripts: OTP's own module escript does all of it, but for the line of arguments to the emulator, which the program of that
%% name reads: `%%! -pa DIR -escript main MODULE`.
-module(sonde_script).

-export([set_flags/1, take_flags/1, flags/1, main/0, is_name/1, module_of/1, when_loaded/1, loading/2, is_interpreted/0]).

%% Lets the machine know the flags in `File`, before applications start: they are part of what these look at.
set_flags(File) ->
    persistent_term:put(?MODULE, #{file => File, module => none, when_loaded => []}),
    take_flags(string:lexemes(emulator_arguments(File), " \t")).

%% Likewise those in a list of arguments.
take_flags(Arguments) ->
    Flags = flags(Arguments),
    [code:add_pathsa(Folders) || {pa, Folders} <- Flags],
    [code:add_pathsz(Folders) || {pz, Folders} <- Flags],
    ok = sonde_boot:set_flags(Flags).

main() ->
    %% Under erl the logger starts with it.
    case application:get_env(kernel, logger_level) of
        {ok, Level} -> logger:set_primary_config(level, Level);
        undefined -> ok
    end,
    escript:start().

%% --- the module of the script ------------------------------------------------------------------------------------------------
%% Without -module OTP gives it a name with the time in it, which nobody can know before; so it is known here by the name of the file.

%% Whether this is the name of the script that the machine runs: that of its file, without folder and ending.
is_name(Name) -> is_atom(Name) andalso filename:rootname(filename:basename(map_get(file, script()))) =:= atom_to_list(Name).

%% The modules that are loaded and meant by the name: the script's own, or none.
module_of(Name) ->
    case script() of
        #{module := Module} when Module =/= none -> [Module || is_name(Name)];
        _ -> []
    end.

%% Calls Fun(Module) before the script's module is loaded, at once where it is loaded already.
when_loaded(Fun) ->
    case script() of
        #{module := none, when_loaded := Funs} = Script -> persistent_term:put(?MODULE, Script#{when_loaded := [Fun | Funs]});
        #{module := Module} -> Fun(Module)
    end.

%% The code server is about to load a module from this file.
loading(Module, File) ->
    case script() of
        #{file := File, module := none, when_loaded := Funs} = Script ->
            persistent_term:put(?MODULE, Script#{module := Module, when_loaded := []}),
            [Fun(Module) || Fun <- Funs];
        _ -> []
    end.

%% Whether there are no functions of the script, since OTP's escript interprets its source.
is_interpreted() ->
    case script() of
        #{file := [_ | _] = File, module := none} ->
            case escript:extract(File, []) of
                {ok, Sections} -> is_binary(proplists:get_value(source, Sections));
                {error, _} -> false
            end;
        _ -> false
    end.

script() -> persistent_term:get(?MODULE, #{file => "", module => none, when_loaded => []}).

%% What follows %%! in the second or third line, as a string.
emulator_arguments(File) ->
    case file:open(File, [read, raw, read_ahead, binary]) of
        {ok, Script} ->
            Lines = [Line || _ <- [1, 2, 3], {ok, Line} <- [file:read_line(Script)]],
            file:close(Script),
            case [Rest || <<"%%!", Rest/binary>> <- Lines] of
                [Arguments | _] -> string:trim(unicode:characters_to_list(Arguments));
                [] -> ""
            end;
        {error, _} -> ""
    end.

%% The flags among arguments: ["-pa", "x", "-noshell"] -> [{pa, ["x"]}, {noshell, []}]
flags([[$- | Name] | Rest]) ->
    {Values, Rest1} = lists:splitwith(fun([C | _]) -> C =/= $- end, Rest),
    [{list_to_atom(Name), Values} | flags(Rest1)];
flags([_ | Rest]) -> flags(Rest);
flags([]) -> [].
