%% Prepares each module file that a list names for loading, some times over. Prints the files that are refused, then how many
%% files there were and the least time, in microseconds, that all of them took.
-module(accept).
-export([main/1]).

main([List, "load"]) ->
    Files = [{Name, Module} || Name <- names(List), Module <- [module_of(Name)], not erlang:module_loaded(Module)],
    {Before, _} = statistics(runtime),
    Loaded = length([Name || {Name, Module} <- Files, load(Name, Module)]),
    {After, _} = statistics(runtime),
    io:format("loaded ~b ms ~b~n", [Loaded, After - Before]);
main([List, Rounds]) ->
    Files = [read(Name) || Name <- names(List)],
    Times = [element(1, timer:tc(fun() -> prepare_all(Files) end)) || _ <- lists:seq(1, list_to_integer(Rounds))],
    [io:format("refused ~ts~n", [Name]) || {Name, Module, Bytes} <- Files, prepare(Module, Bytes) =:= refused],
    io:format("files ~b us ~b~n", [length(Files), lists:min(Times)]).

names(List) ->
    {ok, Names} = file:read_file(List),
    binary:split(Names, <<"\n">>, [global, trim_all]).

module_of(Name) -> list_to_atom(filename:basename(unicode:characters_to_list(Name), ".beam")).

read(Name) ->
    {ok, Bytes} = file:read_file(Name),
    {Name, module_of(Name), Bytes}.

load(Name, Module) ->
    {ok, Bytes} = file:read_file(Name),
    Prepared = erlang:prepare_loading(Module, Bytes),
    case is_tuple(Prepared) orelse erlang:has_prepared_code_on_load(Prepared) of
        true -> false;
        false -> ok =:= erlang:finish_loading([Prepared])
    end.

prepare_all(Files) ->
    [prepare(Module, Bytes) || {_, Module, Bytes} <- Files],
    ok.

prepare(Module, Bytes) ->
    case erlang:prepare_loading(Module, Bytes) of
        {error, _} -> refused;
        % The collection frees the module.
        _ -> erlang:garbage_collect(), ok
    end.
