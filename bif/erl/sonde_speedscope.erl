%% Stacks and their weights as a file for https://www.speedscope.app, and as folded stacks for flame graphs.
%%
%% Speedscope's form "sampled", because it holds sums: "evented" would grow with each call.
%% Source: https://github.com/jlfwong/speedscope/wiki/Importing-from-custom-sources
-module(sonde_speedscope).

-export([document/2, folded/1]).

%% Profiles are {Name, [{Stack, Weight}]}, a stack is a list of texts with the outermost function first. Unit: nanoseconds, microseconds,
%% bytes or none.
document(Unit, Profiles) ->
    Names = lists:usort([Frame || {_, Stacks} <- Profiles, {Stack, _} <- Stacks, Frame <- Stack]),
    Numbers = maps:from_list(lists:zip(Names, lists:seq(0, length(Names) - 1))),
    [sonde_json:encode({object, [{'$schema', "https://www.speedscope.app/file-format-schema.json"},
                                 {exporter, "sonde"},
                                 {shared, {object, [{frames, {list, [{object, [{name, Name}]} || Name <- Names]}}]}},
                                 {profiles, {list, [profile(Unit, Profile, Numbers) || Profile <- Profiles]}}]}), $\n].

profile(Unit, {Name, Stacks}, Numbers) ->
    {object, [{type, "sampled"}, {name, Name}, {unit, atom_to_list(Unit)}, {startValue, 0},
              {endValue, lists:sum([Weight || {_, Weight} <- Stacks])},
              {samples, {list, [{list, [map_get(Frame, Numbers) || Frame <- Stack]} || {Stack, _} <- Stacks]}},
              {weights, {list, [Weight || {_, Weight} <- Stacks]}}]}.

%% A line for each stack: its functions, separated by semicolons, and its weight.
folded(Stacks) -> [[lists:join($;, Stack), $\s, integer_to_list(Weight), $\n] || {Stack, Weight} <- Stacks, Weight > 0].
