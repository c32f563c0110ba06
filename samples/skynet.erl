%% The skynet benchmark: a tree of processes with ten children each and 100,000 leaves. Each leaf sends its number to
%% its parent, each inner process the sum of its children.
-module(skynet).
-export([main/0]).

-define(LEAVES, 100000).
-define(CHILDREN, 10).

main() ->
    start(0, ?LEAVES, self()),
    Sum = receive {sum, S} -> S end,
    Expected = ?LEAVES * (?LEAVES - 1) div 2,
    io:format("~w leaves, sum ~w, ~w~n", [?LEAVES, Sum, if Sum =:= Expected -> right; true -> wrong end]).

%% Starts a process for Size leaves, the first of which has the number First.
start(First, Size, Parent) ->
    spawn_link(fun() -> tree(First, Size, Parent) end).

tree(Number, 1, Parent) ->
    Parent ! {sum, Number};
tree(First, Size, Parent) ->
    Part = Size div ?CHILDREN,
    [start(First + N * Part, Part, self()) || N <- lists:seq(0, ?CHILDREN - 1)],
    Parent ! {sum, lists:sum([receive {sum, S} -> S end || _ <- lists:seq(1, ?CHILDREN)])}.
