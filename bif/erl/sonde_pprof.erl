%% Stacks and their weights as a file for pprof and the servers that take its files.
%% Source: https://github.com/google/pprof/blob/main/proto/profile.proto
-module(sonde_pprof).

-export([document/3]).

%% Profile
-define(SAMPLE_TYPE, 1).
-define(SAMPLE, 2).
-define(LOCATION, 4).
-define(FUNCTION, 5).
-define(STRING, 6).

%% The bytes. Type and Unit say what the weights are. Stacks are {Name of the process, Stack, Weight}, a stack is a list of texts with the
%% outermost function first. The process is a label of its samples.
document(Type, Unit, Stacks) ->
    Functions = numbers([Function || {_, Stack, _} <- Stacks, Function <- Stack], 1),
    Texts = numbers([<<"process">>, Type, Unit] ++ maps:keys(Functions) ++ [Name || {Name, _, _} <- Stacks], 1),
    int_pair(?SAMPLE_TYPE, map_get(Type, Texts), map_get(Unit, Texts)) ++
        [sample(Name, Stack, Weight, Functions, Texts) || {Name, Stack, Weight} <- Stacks, Weight > 0] ++
        [[function(Number, map_get(Function, Texts)), location(Number)] || {Function, Number} <- maps:to_list(Functions)] ++
        [sonde_protobuf:text(?STRING, Text) || Text <- [<<>> | [Text || {Text, _} <- lists:keysort(2, maps:to_list(Texts))]]].

%% A number for each text, from First on.
numbers(Texts, First) ->
    Different = lists:usort(Texts),
    maps:from_list(lists:zip(Different, lists:seq(First, First + length(Different) - 1))).

int_pair(Field, First, Second) -> [sonde_protobuf:message(Field, [sonde_protobuf:int(1, First), sonde_protobuf:int(2, Second)])].

%% pprof has the innermost function first.
sample(Name, Stack, Weight, Functions, Texts) ->
    Label = [sonde_protobuf:int(1, map_get(<<"process">>, Texts)), sonde_protobuf:int(2, map_get(Name, Texts))],
    sonde_protobuf:message(?SAMPLE, [[sonde_protobuf:int(1, map_get(Function, Functions)) || Function <- lists:reverse(Stack)],
                                     sonde_protobuf:int(2, Weight), sonde_protobuf:message(3, Label)]).

function(Number, Name) -> sonde_protobuf:message(?FUNCTION, [sonde_protobuf:int(1, Number), sonde_protobuf:int(2, Name), sonde_protobuf:int(3, Name)]).

%% There is one location for each function.
location(Number) -> sonde_protobuf:message(?LOCATION, [sonde_protobuf:int(1, Number), int_pair(4, Number, 0)]).
