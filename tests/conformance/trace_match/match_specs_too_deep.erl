%% shows expressions of match specifications that are nested too deeply are system_limit; heads may have any depth
-module(match_specs_too_deep).
-export([main/0]).

main() ->
    Table = ets:new(t, []),
    ets:insert(Table, {1, nest(list, 7)}),
    [io:format("~p~n", [catch_error(Call)]) || Call <- [
        fun() -> ets:match(Table, {'$1', nest(list, 7)}) end,
        fun() -> ets:match(Table, {'_', nest(list, '$2')}) end,
        fun() -> ets:select(Table, [{'_', [nest(negation, true)], [true]}]) end,
        fun() -> ets:select(Table, [{'_', [nest(list, true)], [true]}]) end,
        fun() -> ets:select(Table, [{'_', [], [nest(list, a)]}]) end,
        fun() -> ets:match_spec_compile([{'$1', [], [nest(tuple, '$1')]}]) end,
        fun() -> erlang:trace_pattern({lists, seq, 2}, [{'_', [nest(negation, true)], []}], []) end]].

nest(Kind, Leaf) -> nest(Kind, 100000, Leaf).
nest(_, 0, Term) -> Term;
nest(list, N, Term) -> nest(list, N - 1, [Term]);
nest(tuple, N, Term) -> nest(tuple, N - 1, {{Term}});
nest(negation, N, Term) -> nest(negation, N - 1, {'not', Term}).

catch_error(Call) ->
    try Call() catch error:Reason -> Reason end.
