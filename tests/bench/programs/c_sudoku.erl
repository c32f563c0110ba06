%% A sudoku solved by search: candidates in a map of lists.
-module(c_sudoku).
-ifndef(SIZE).
-define(SIZE, 73).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) -> loop(N, 0).

loop(0, Sum) -> Sum;
loop(N, Sum) ->
    Grid = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    Board = lists:foldl(fun({I, C}, B) when C =/= $. -> {ok, B1} = set(I, C - $0, B), B1; (_, B) -> B end,
                        maps:from_keys(lists:seq(0, 80), lists:seq(1, 9)), lists:zip(lists:seq(0, 80), Grid)),
    {ok, Solved} = search(Board),
    loop(N - 1, Sum + lists:sum([I * V || {I, [V]} <- maps:to_list(Solved)])).

set(I, V, Board) ->
    remove(peers(I), V, Board#{I := [V]}).

remove([P | Peers], V, Board) ->
    #{P := Candidates} = Board,
    case lists:delete(V, Candidates) of
        Candidates -> remove(Peers, V, Board);
        [] -> no;
        [Last] ->
            case set(P, Last, Board) of
                {ok, Next} -> remove(Peers, V, Next);
                no -> no
            end;
        Rest -> remove(Peers, V, Board#{P := Rest})
    end;
remove([], _, Board) -> {ok, Board}.

peers(I) ->
    Row = I div 9, Column = I rem 9,
    [P || P <- lists:seq(0, 80), P =/= I,
          P div 9 =:= Row orelse P rem 9 =:= Column
          orelse (P div 27 =:= Row div 3 andalso (P rem 9) div 3 =:= Column div 3)].

search(Board) ->
    case lists:sort([{length(C), I, C} || {I, [_, _ | _] = C} <- maps:to_list(Board)]) of
        [] -> {ok, Board};
        [{_, I, Candidates} | _] -> try_all(Candidates, I, Board)
    end.

try_all([V | Rest], I, Board) ->
    case set(I, V, Board) of
        {ok, Next} ->
            case search(Next) of
                {ok, Solved} -> {ok, Solved};
                no -> try_all(Rest, I, Board)
            end;
        no -> try_all(Rest, I, Board)
    end;
try_all([], _, _) -> no.
