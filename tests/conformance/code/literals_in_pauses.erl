%% A native goes through a literal of a module that is deleted and purged meanwhile: its result is right.
%% skip: gc collects 50,000 literals at each instruction of the compiler
-module(literals_in_pauses).
-export([main/0]).

-define(NAME, literals_in_pauses_of).

main() ->
    Code = code_with(lists:seq(1, 50000)),
    io:format("~p~n", [lists:usort([round_with(Code) || _ <- lists:seq(1, 15)])]).

round_with(Code) ->
    {module, ?NAME} = code:load_binary(?NAME, "none", Code),
    Self = self(),
    {Pid, Ref} = spawn_monitor(fun() ->
        Literal = ?NAME:list(),
        Self ! {self(), started},
        Reversed = lists:reverse(Literal, [end_of_list]),
        exit({length(Reversed), lists:sum(tl(lists:reverse(Reversed))), hd(Reversed)})
    end),
    receive {Pid, started} -> ok end,
    code:delete(?NAME),
    code:purge(?NAME),
    receive
        {'DOWN', Ref, _, _, Result} -> Result
    end.

code_with(List) ->
    Forms = [{attribute, 1, module, ?NAME}, {attribute, 1, export, [{list, 0}]},
             {function, 1, list, 0, [{clause, 1, [], [], [erl_parse:abstract(List, 1)]}]}],
    {ok, ?NAME, Code} = compile:forms(Forms, []),
    Code.
