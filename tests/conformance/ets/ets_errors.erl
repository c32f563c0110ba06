%% shows what ets says of wrong use: reason, and cause for the error message
-module(ets_errors).
-export([main/0]).

main() ->
    Self = self(),
    T = ets:new(t, []), B = ets:new(b, [bag, {keypos, 2}]), D = ets:new(d, []),
    ets:delete(D),
    Pid = spawn(fun() ->
        Private = ets:new(p, [private]), Protected = ets:new(r, [protected]),
        Self ! {Private, Protected},
        receive stop -> ok end
    end),
    {P, R} = receive Both -> Both end,
    ets:insert(T, [{a, 1}, {c, 1, 2}]),
    Calls = [
        {lookup, [D, a]}, {lookup, [nope, a]}, {lookup, [1, a]}, {lookup, [make_ref(), a]}, {lookup, [P, a]},
        {insert, [R, {a}]}, {insert, [R, x]}, {insert, [T, x]}, {insert, [T, {}]}, {insert, [B, {a}]},
        {insert, [B, [{a, 1}, {a}]]}, {insert, [T, [{a} | b]]}, {insert, [D, x]}, {insert_new, [T, [x]]},
        {lookup_element, [T, nokey, 2]}, {lookup_element, [T, a, 7]}, {lookup_element, [T, a, 0]}, {lookup_element, [T, a, x]},
        {next, [T, nokey]}, {prev, [T, nokey]}, {first, [D]}, {last, [P]}, {slot, [T, -1]}, {slot, [T, x]},
        {new, [x, [foo]]}, {new, [1, []]}, {new, [x, [{keypos, 0}]]}, {new, [x, [set | foo]]}, {new, [x, [{heir, x, 1}]]},
        {new, [x, [{write_concurrency, foo}]]}, {new, [x, compressed]},
        {rename, [T, 1]}, {rename, [nm77, nm8]}, {rename, [R, nm8]},
        {delete, [R]}, {delete, [D]}, {delete, [D, 1]}, {delete, [R, 1]}, {delete_object, [T, x]}, {delete_object, [R, x]},
        {info, [1]}, {info, [T, foo]}, {info, [1, size]}, {safe_fixtable, [T, foo]}, {safe_fixtable, [D, true]},
        {give_away, [T, x, 1]}, {give_away, [T, Self, 1]}, {give_away, [R, Self, 1]},
        {setopts, [T, foo]}, {setopts, [T, [{heir, foo, 1}]]}, {setopts, [T, {protection, foo}]}, {setopts, [R, {heir, none}]},
        {whereis, [1]}, {select, [T, foo]}, {select, [T, [{foo}]]}, {select, [D, []]}, {select, [P, []]},
        {select, [T, [], 0]}, {select, [foo]}, {match, [D, '_']}, {match_object, [D, '_']}, {select_count, [T, x]},
        {select_replace, [B, []]}, {select_replace, [T, [{{'$1', '$2'}, [], [{{'$2', 1}}]}]]}, {select_replace, [T, [{'_', [], [x]}]]},
        {take, [R, 1]}, {member, [D, a]}, {match_spec_compile, [foo]}, {match_spec_run_r, [[], foo, []]}],
    [io:format("~w/~w ~w~n", [F, length(A), result(F, A)]) || {F, A} <- Calls],
    io:format("~w~n", [[ets:info(D), ets:info(D, size), ets:info(nope), ets:info(nope, foo)]]),
    Pid ! stop.

result(F, A) ->
    try apply(ets, F, A)
    catch error:R:St ->
        [{ets, F, As, I} | _] = St,
        {R, is_list(As), case proplists:get_value(error_info, I) of #{cause := C} -> C; #{} -> none; undefined -> no_info end}
    end.
