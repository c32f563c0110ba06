%% shows that apply/3 of apply/3 is as one apply: errors in it are errors of the function that contains it
-module(nested_apply).
-export([main/0]).

main() ->
    lists:foreach(fun({Name, Fun}) ->
        {'EXIT', {Reason, Stack}} = (catch Fun()),
        io:format("~p: ~p ~p~n", [Name, Reason, [{M, F, A} || {M, F, A, _} <- Stack, M =:= ?MODULE orelse M =:= erlang, F =/= main]])
    end, [{twice, fun() -> twice(a, b), ok end},
          {in_body, fun() -> in_body(a), ok end},
          {three_times, fun() -> three_times(a), ok end},
          {not_a_list, fun() -> not_a_list(a), ok end},
          {exit, fun() -> exits(a), ok end}]),
    io:format("~p~n", [last(1)]).

twice(A, B) -> apply(id(erlang), id(apply), [id(erlang), id(error), id([oops, [A, B]])]).

in_body(A) ->
    apply(id(erlang), id(apply), [id(erlang), id(error), id([oops, [A]])]),
    ok.

three_times(_) ->
    apply(id(erlang), id(apply), [id(erlang), id(apply), [id(erlang), id(error), [oops]]]).

not_a_list(_) -> apply(id(erlang), id(apply), [id(erlang), id(abs), id(none)]).

exits(_) -> apply(id(erlang), id(apply), [id(erlang), id(error), id([{oops, 1}])]).

last(N) -> apply(id(erlang), id(apply), [id(erlang), id(apply), [id(erlang), id('+'), [N, 2]]]).

id(X) -> X.
