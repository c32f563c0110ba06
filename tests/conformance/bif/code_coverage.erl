%% compiled: 27 +line_coverage
%% shows which functions and lines of a module have run, and how often, in each mode of coverage; that the mode holds for what
%% is loaded while it is set; counts of several processes; what is no answer.
-module(code_coverage).
-export([main/0, show/2, work/1, fact/1, loop/1]).

main() ->
    io:format("~w ~w ~w~n", [code:coverage_support(), code:get_coverage_mode(), code:get_coverage_mode(?MODULE)]),
    [io:format("~w ~0p~n", [Call, tried(Call)]) ||
        Call <- [{get_coverage_mode, [42]}, {get_coverage_mode, [no_such_module]}, {get_coverage, [line, ?MODULE]}, {get_coverage, [function, ?MODULE]},
                 {get_coverage, [line, 42]}, {get_coverage, [nothing, lists]}, {reset_coverage, [?MODULE]}, {reset_coverage, [{}]},
                 {set_coverage_mode, [xyz]}, {set_coverage_mode, [42]}]],
    {ok, Beam} = file:read_file(code:which(?MODULE)),
    load_next([function, function_counters, line, line_counters, none], Beam).

load_next([], _) -> ok;
load_next([Mode | Rest], Beam) ->
    Before = code:set_coverage_mode(Mode),
    {module, ?MODULE} = code:load_binary(?MODULE, "none", Beam),
    io:format("~n~w: ~w before, ~w now~n", [Mode, Before, code:set_coverage_mode(none)]),
    ?MODULE:show(Rest, Beam).

%% In the code that was just loaded.
show(Rest, Beam) ->
    io:format("~w~n", [code:get_coverage_mode(?MODULE)]),
    all(),
    ?MODULE:work(3),
    120 = ?MODULE:fact(5),
    [receive {'DOWN', Ref, _, _, normal} -> ok end || {_, Ref} <- [spawn_monitor(?MODULE, loop, [1000]) || _ <- lists:seq(1, 8)]],
    all(),
    io:format("~0p~n", [tried({reset_coverage, [?MODULE]})]),
    ?MODULE:work(0),
    all(),
    false = code:purge(?MODULE),
    load_next(Rest, Beam).

all() -> [io:format("~w ~0p~n", [Level, tried({get_coverage, [Level, ?MODULE]})]) || Level <- [function, line, cover_id_line]].

tried({Function, Args}) ->
    try
        apply(code, Function, Args)
    catch
        error:Reason:Stack -> {Reason, hd(Stack)}
    end.

work(N) when N > 2 ->
    Double = fun(X) ->
        X * 2 end,
    [Double(X) || X <- lists:seq(1, N),
                  X rem 2 =:= 1];
work(N) -> case N of
    0 -> zero;
    1 -> one;
    _ -> try
        throw(N)
    catch
        N -> caught
    end
end.

fact(0) -> 1;
fact(N) when is_integer(N),
             N > 0 ->
    N * fact(N - 1).

loop(0) -> ok;
loop(N) ->
    loop(N - 1).
