%% needs: 27
%% What bad arguments are blamed on, by each function, with good, weak, dead and made-up handles.
-module(blame).
-export([main/0]).
main() ->
    S = trace:session_create(a, self(), []),
    D = trace:session_create(d, self(), []), trace:session_destroy(D),
    {R, N} = S,
    Bad = [S, x, D, {R, x}, {x, N}, {make_ref(), {a, 0}}, {a, b, c}, self(), {make_ref(), 1}],
    [io:format("~p ~0p~n", [I, [t(fun() -> trace:process(Sess, P, H, F) end) || {P, H, F} <- [{self(), false, [call]}, {a, true, []}, {self(), x, []}, {self(), true, [foo]}, {self(), true, x}, {self(), true, [{tracer, self()}]}, {all, true, [ports]}]]])
      || {I, Sess} <- lists:enumerate(Bad)],
    [io:format("~p ~0p~n", [I, [t(fun() -> trace:port(Sess, P, H, F) end) || {P, H, F} <- [{all, false, [ports]}, {a, true, []}, {all, x, []}, {all, true, [foo]}, {all, true, x}, {all, true, [call]}]]])
      || {I, Sess} <- lists:enumerate(Bad)],
    [io:format("~p ~0p~n", [I, [t(fun() -> trace:function(Sess, P, H, F) end) || {P, H, F} <- [{{lists, seq, 2}, false, []}, {a, true, []}, {{lists, seq, 2}, x, []}, {{lists, seq, 2}, [foo], []}, {{lists, seq, 2}, true, x}, {{lists, seq, 2}, true, [foo]}, {{'_', seq, 2}, true, [local]}, {{lists, '_', 2}, true, [local]}, {on_load, true, [call_count]}, {{lists, seq, 2}, true, [global, local]}]]])
      || {I, Sess} <- lists:enumerate(Bad)],
    [io:format("~p ~0p~n", [I, [t(fun() -> trace:send(Sess, H, F) end) || {H, F} <- [{false, []}, {x, []}, {true, [foo]}, {[foo], []}, {true, x}]]])
      || {I, Sess} <- lists:enumerate(Bad)],
    [io:format("~p ~0p~n", [I, [t(fun() -> trace:recv(Sess, H, F) end) || {H, F} <- [{false, []}, {x, []}, {true, [foo]}, {[foo], []}, {true, x}]]])
      || {I, Sess} <- lists:enumerate(Bad)],
    [io:format("~p ~0p~n", [I, [t(fun() -> trace:info(Sess, H, F) end) || {H, F} <- [{self(), flags}, {x, flags}, {self(), x}, {{lists, seq, 2}, all}, {{lists, seq}, all}, {{foo, seq, 2}, all}, {on_load, x}, {new, flags}, {send, match_spec}, {{lists,seq,2}, flags}]]])
      || {I, Sess} <- lists:enumerate(Bad)],
    [io:format("~p ~0p~n", [I, [t(fun() -> trace:delivered(Sess, P) end) || P <- [all, x, self()]]])
      || {I, Sess} <- lists:enumerate(Bad)],
    [io:format("~p ~0p~n", [I, t(fun() -> trace:session_destroy(Sess) end)])
      || {I, Sess} <- lists:enumerate(Bad)],
    [io:format("~0p~n", [t(fun() -> trace:session_create(A, B, C) end)] ) || {A, B, C} <- [{1, self(), []}, {a, x, []}, {a, self(), x}, {a, self(), [x]}, {a, {x, y}, []}, {1, 2, 3}, {a, dead(), []}]],
    [io:format("~0p~n", [t(fun() -> trace:session_info(A) end)] ) || A <- [x, 1, {lists, seq, 2}, {a, b, c}, {lists, '_', 2}, dead(), new, on_load]].
dead() -> {P, M} = spawn_monitor(fun() -> ok end), receive {'DOWN', M, _, _, _} -> P end.
t(F) ->
    try case F() of Ref when is_reference(Ref) -> ref; {Ref, {Nm, _}} when is_reference(Ref) -> Nm; X when is_integer(X) -> int; X -> X end
    catch error:R:St -> [{M, Fun, A, I} | _] = St, {R, M, Fun, length(A), case proplists:get_value(error_info, I) of #{cause := C} -> C; E -> E end} end.
