%% escripts: OTP's own module escript does all of it, but for the line of arguments to the emulator, which the program of that
%% name reads: `%%! -pa DIR -escript main MODULE`.
-module(sonde_script).

-export([set_flags/1, take_flags/1, flags/1, main/0]).

%% Lets the machine know the flags in `File`, before applications start: they are part of what these look at.
set_flags(File) -> take_flags(string:lexemes(emulator_arguments(File), " \t")).

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
