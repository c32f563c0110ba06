%% How long natives over deep terms keep a scheduler: for each kind of term and each native, the longest time slice that
%% erlang:system_monitor/2 reports (long_schedule), in milliseconds; 0: below one. Runs on real Erlang/OTP, too.
-module(deep_natives).
-export([main/0]).

-define(DEPTH, 100000).
-define(KINDS, [list, tuple, value, key, fun_]).

main() ->
    Self = self(),
    Monitor = spawn_link(fun() -> collect(#{}, Self) end),
    erlang:system_monitor(Monitor, [{long_schedule, 1}]),
    io:format("~-16s~s~n", ["native", [io_lib:format("~8s", [Kind]) || Kind <- ?KINDS]]),
    [io:format("~-16s~s~n", [Name, [io_lib:format("~8b", [longest(Monitor, Kind, Prepare, Run)]) || Kind <- ?KINDS]])
     || {Name, Prepare, Run} <- natives()],
    erlang:halt(0).

%% The longest time slice of a process that does nothing else after it was prepared.
longest(Monitor, Kind, Prepare, Run) ->
    Self = self(),
    {Pid, Reference} = spawn_opt(fun() ->
        Prepared = Prepare(nest(Kind, ?DEPTH, leaf), nest(Kind, ?DEPTH, leaf)),
        garbage_collect(),
        Self ! prepared,
        receive go -> Run(Prepared) end,
        timer:sleep(10),  % the report is sent after the time slice
        Self ! done
    end, [monitor]),
    receive prepared -> ok end,
    Monitor ! {forget, Pid},
    Pid ! go,
    receive done -> ok end,
    receive {'DOWN', Reference, _, _, _} -> ok end,
    Monitor ! {longest, Pid},
    receive {longest, Longest} -> Longest end.

collect(Longest, Main) ->
    receive
        {monitor, Pid, long_schedule, [{timeout, Ms} | _]} -> collect(maps:update_with(Pid, fun(M) -> max(M, Ms) end, Ms, Longest), Main);
        {forget, Pid} -> collect(maps:remove(Pid, Longest), Main);
        {longest, Pid} -> Main ! {longest, maps:get(Pid, Longest, 0)}, collect(Longest, Main);
        _ -> collect(Longest, Main)
    end.

nest(_, 0, Term) -> Term;
nest(list, N, Term) -> nest(list, N - 1, [Term]);
nest(tuple, N, Term) -> nest(tuple, N - 1, {Term});
nest(value, N, Term) -> nest(value, N - 1, #{a => Term});
nest(key, N, Term) -> nest(key, N - 1, #{Term => 1});
nest(fun_, N, Term) -> nest(fun_, N - 1, fun() -> Term end).

natives() ->
    One = fun(A, _) -> A end,
    Two = fun(A, B) -> {A, B} end,
    Table = fun(Type) -> fun(A, B) -> T = ets:new(t, [Type]), ets:insert(T, {A, 1}), {T, B} end end,
    [{"max", Two, fun({A, B}) -> max(A, B) end},
     {"phash2", One, fun erlang:phash2/1},
     {"spawn", One, fun(A) -> spawn(fun() -> A end) end},
     {"send", One, fun(A) -> spawn(fun() -> receive stop -> ok end end) ! A end},
     {"ets insert", fun(A, _) -> {ets:new(t, []), A} end, fun({T, A}) -> ets:insert(T, {A, 1}) end},
     {"ets set", Table(set), fun({T, B}) -> ets:lookup_element(T, B, 2) end},
     {"ets ordered_set", Table(ordered_set), fun({T, B}) -> ets:lookup_element(T, B, 2) end},
     {"ets match", Table(set), fun({T, B}) -> ets:match(T, {B, '$1'}) end},
     {"pt put", One, fun(A) -> persistent_term:put({?MODULE, A}, A) end},
     {"pt get", fun(A, B) -> persistent_term:put({?MODULE, A}, 1), B end, fun(B) -> persistent_term:get({?MODULE, B}) end},
     {"term_to_binary", One, fun erlang:term_to_binary/1},
     {"binary_to_term", fun(A, _) -> term_to_binary(A) end, fun erlang:binary_to_term/1}].
