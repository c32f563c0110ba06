%% What `sonde profile --sample` writes: how often which function was on the stack of a process that ran (tracing/sampler.h).
%%
%% Processes of the same name are one, since many of them live shortly: the registered name, the initial call, or for a fun the function
%% that is outermost on the stack.
-module(sonde_profile_samples).

-export([write/2]).

%% The formats of sonde_profile, and `callers`. Samples as sonde_native:sampled_stacks/0 returns them.
write(Format, Samples) -> write_stacks(Format, stacks(Samples)).

%% [{Name, Stack, Count}], the outermost function first.
stacks(Samples) ->
    Named = [{name(Registered, Start, Outermost), once([text(Mfa) || {Module, _, _} = Mfa <- Outermost, Module =/= sonde_boot]), Count}
             || {Registered, Start, Innermost, Count} <- Samples, Outermost <- [lists:reverse(Innermost)]],
    Sums = lists:foldl(fun({Name, Stack, Count}, Map) -> maps:update_with({Name, Stack}, fun(Sum) -> Sum + Count end, Count, Map) end, #{}, Named),
    [{Name, Stack, Count} || {{Name, Stack}, Count} <- lists:sort(maps:to_list(Sums))].

%% Recursion appears once.
once([Function, Function | Rest]) -> once([Function | Rest]);
once([Function | Rest]) -> [Function | once(Rest)];
once([]) -> [].

name(Registered, _, _) when Registered =/= [] -> atom_to_binary(Registered);
%% The program's own process.
name(_, {erlang, apply, 2}, [{sonde_boot, _, _} | _]) -> <<"main">>;
name(_, {erlang, apply, 2}, [Outermost | _]) -> text(Outermost);
name(_, Start, _) -> text(Start).

text({M, F, A}) -> unicode:characters_to_binary(io_lib:format("~tw:~tw/~w", [M, F, A])).

write_stacks(text, []) -> "no samples\n";
write_stacks(text, Stacks) ->
    Total = lists:sum([Count || {_, _, Count} <- Stacks]),
    Processes = sums([{Name, Count} || {Name, _, Count} <- Stacks]),
    [sonde_profile_table:columns([["PROCESSES", "SAMPLES", "[     %]"]
                                  | [[Name, integer_to_list(Count), sonde_profile_table:percent(Count, Total)] || {Name, Count} <- Processes]]
                                 ++ [["", integer_to_list(Total), "[ 100.0]"]]),
     $\n, sonde_profile_table:columns([["FUNCTION", "OWN", "[     %]", "ON THE STACK", "[     %]"]
                                      | [[Function, integer_to_list(Own), sonde_profile_table:percent(Own, Total), integer_to_list(All),
                                          sonde_profile_table:percent(All, Total)] || {Function, Own, All} <- functions(Stacks)]])];
write_stacks(json, Stacks) ->
    [sonde_json:encode({object, [{measured, "samples"}, {total, lists:sum([Count || {_, _, Count} <- Stacks])},
                                 {functions, {list, [{object, [{function, Function}, {own, Own}, {on_the_stack, All}]} || {Function, Own, All} <- functions(Stacks)]}},
                                 {stacks, {list, [{object, [{process, Name}, {functions, {list, Stack}}, {samples, Count}]} || {Name, Stack, Count} <- Stacks]}}]}),
     $\n];
write_stacks(callers, Stacks) ->
    [write_stacks(text, Stacks) | [[$\n, callers(Function, Own, All, Stacks)] || {Function, Own, All} <- lists:reverse(functions(Stacks))]];
write_stacks(pprof, Stacks) -> sonde_pprof:document(<<"samples">>, <<"count">>, Stacks);
write_stacks(folded, Stacks) -> sonde_speedscope:folded([{[Name | Stack], Count} || {Name, Stack, Count} <- Stacks]);
write_stacks(speedscope, Stacks) ->
    Profiles = maps:groups_from_list(fun({Name, _, _}) -> Name end, fun({_, Stack, Count}) -> {Stack, Count} end, Stacks),
    sonde_speedscope:document(none, lists:sort(maps:to_list(Profiles))).

%% [{Function, Samples in itself, Samples with it on the stack}], the most expensive last.
functions(Stacks) ->
    Own = maps:from_list(sums([{lists:last(Stack), Count} || {_, [_ | _] = Stack, Count} <- Stacks])),
    All = sums([{Function, Count} || {_, Stack, Count} <- Stacks, Function <- lists:usort(Stack)]),
    [{Function, InItself, OnStack} || {InItself, OnStack, Function} <- lists:sort([{maps:get(Function, Own, 0), Count, Function} || {Function, Count} <- All])].

%% A function between those that called it and those that it called, each with the samples in which it did. A function that calls itself
%% through others is in a stack several times, and counts once for each pair.
callers(Function, Own, All, Stacks) ->
    Pairs = [{Pair, Count} || {_, Stack, Count} <- Stacks, Pair <- lists:usort(pairs(Stack))],
    Callers = sums([{From, Count} || {{From, To}, Count} <- Pairs, To =:= Function]),
    Callees = sums([{To, Count} || {{From, To}, Count} <- Pairs, From =:= Function]),
    sonde_profile_table:columns([["  from " ++ Name, "", integer_to_list(Count)] || {Name, Count} <- named(Callers)]
                                ++ [[Function, integer_to_list(Own), integer_to_list(All)]]
                                ++ [["  calls " ++ Name, "", integer_to_list(Count)] || {Name, Count} <- named(lists:reverse(Callees))]).

named(Counts) -> [{unicode:characters_to_list(Name), Count} || {Name, Count} <- Counts].

pairs([From, To | Rest]) -> [{From, To} | pairs([To | Rest])];
pairs(_) -> [].

sums(Pairs) ->
    Map = lists:foldl(fun({Key, Count}, M) -> maps:update_with(Key, fun(Sum) -> Sum + Count end, Count, M) end, #{}, Pairs),
    lists:keysort(2, maps:to_list(Map)).
