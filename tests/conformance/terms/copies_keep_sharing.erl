%% shows erts_debug:copy_shared/1 of terms whose parts are used again, at random and not: no larger than the term, and equal
%% skip: gc each step of a list of 100,000 elements copies it
-module(copies_keep_sharing).
-export([main/0]).

main() ->
    rand:seed(exsss, {1, 2, 3}),
    [io:format("~p objects: ~p~n", [Count, lists:usort([check(Count, dag(Count, [a, 1 bsl 70, <<"binary">>])) || _ <- lists:seq(1, 20)])])
     || Count <- [1, 10, 100, 1000]],
    Tree = tree(12),
    io:format("no part used again: ~p~n", [check(Tree)]),
    io:format("one part used last: ~p~n", [check({Tree, Tree})]),
    Long = lists:seq(1, 100000),
    io:format("a list and its tail: ~p~n", [check([Long, lists:nthtail(50000, Long)])]),
    persistent_term:put(?MODULE, {Tree, Long, {Tree, Long}}),
    io:format("kept: ~p~n", [persistent_term:get(?MODULE) =:= {Tree, Long, {Tree, Long}}]).

%% To compare all of a term takes a time that grows exponentially with what is used again.
check(Count, Term) when Count > 10 ->
    erts_debug:size(erts_debug:copy_shared(Term)) =:= erts_debug:size(Term);
check(_, Term) -> check(Term).

check(Term) ->
    Copy = erts_debug:copy_shared(Term),
    {Copy =:= Term, erts_debug:size(Copy) =:= erts_debug:size(Term), erts_debug:flat_size(Copy) =:= erts_debug:flat_size(Term)}.

%% A list of `Count` objects, each made of some before it.
dag(0, Objects) -> Objects;
dag(Count, Objects) -> dag(Count - 1, [object(rand:uniform(5), Objects) | Objects]).

object(1, Objects) -> {any(Objects), any(Objects), any(Objects)};
object(2, Objects) -> [any(Objects) | any(Objects)];
object(3, Objects) -> #{any(Objects) => any(Objects), key => 1};
object(4, Objects) -> {float(rand:uniform(100)), any(Objects)};
object(5, Objects) ->
    A = any(Objects),
    B = any(Objects),
    fun() -> {A, B} end.

%% Often one of the last ones: what was made before is used, and used again.
any(Objects) -> lists:nth(min(length(Objects), rand:uniform(3) * rand:uniform(10)), Objects).

tree(0) -> {leaf, 1.5, 1 bsl 64};
tree(Depth) -> [tree(Depth - 1), {tree(Depth - 1)}].
