%% Prepares each module file that a list names for loading, some times over. Prints the files that are refused, then how many
%% files there were and the least time, in microseconds, that all of them took.
-module(accept).
-export([main/1]).

main([List, Rounds]) ->
    {ok, Names} = file:read_file(List),
    Files = [read(Name) || Name <- binary:split(Names, <<"\n">>, [global, trim_all])],
    Times = [element(1, timer:tc(fun() -> prepare_all(Files) end)) || _ <- lists:seq(1, list_to_integer(Rounds))],
    [io:format("refused ~ts~n", [Name]) || {Name, Module, Bytes} <- Files, prepare(Module, Bytes) =:= refused],
    io:format("files ~b us ~b~n", [length(Files), lists:min(Times)]).

read(Name) ->
    {ok, Bytes} = file:read_file(Name),
    {Name, list_to_atom(filename:basename(unicode:characters_to_list(Name), ".beam")), Bytes}.

prepare_all(Files) ->
    [prepare(Module, Bytes) || {_, Module, Bytes} <- Files],
    ok.

prepare(Module, Bytes) ->
    case erlang:prepare_loading(Module, Bytes) of
        {error, _} -> refused;
        % The collection frees the module.
        _ -> erlang:garbage_collect(), ok
    end.
