%% shows gen_statem: state functions, timeouts of three kinds, postpone, events, state enter calls
-module(gen_statem_door).
-export([main/0]).
-behaviour(gen_statem).
-export([init/1, callback_mode/0, locked/3, open/3]).

main() ->
    {ok, P} = gen_statem:start_link(?MODULE, {self(), "123"}, []),
    io:format("~w~n", [gen_statem:call(P, state)]),
    gen_statem:cast(P, {lock_later, x}),
    [gen_statem:cast(P, {digit, D}) || D <- "129123"],
    receive opened -> io:format("opened~n") end,
    receive postponed_seen -> io:format("postponed event came~n") end,
    io:format("~w~n", [gen_statem:call(P, state)]),
    receive locked_again -> io:format("locked again~n") end,
    io:format("~w~n", [gen_statem:call(P, state)]),
    io:format("~w~n", [gen_statem:stop(P)]),
    ok.

callback_mode() -> [state_functions, state_enter].

init({Owner, Code}) -> {ok, locked, #{owner => Owner, code => Code, typed => [], entered => 0}}.

locked(enter, Old, #{entered := N, owner := Owner} = D) ->
    case Old of open -> Owner ! locked_again; _ -> ok end,
    {keep_state, D#{typed := [], entered := N + 1}};
locked(cast, {digit, C}, #{typed := T, code := Code} = D) ->
    Typed = T ++ [C],
    case {Typed, lists:prefix(Typed, Code)} of
        {Code, _} -> {next_state, open, D, [{state_timeout, 50, lock}]};
        {_, true} -> {keep_state, D#{typed := Typed}};
        {_, false} -> {keep_state, D#{typed := []}, [{{timeout, reset}, 1000, reset}]}
    end;
locked(cast, {lock_later, _}, _) -> {keep_state_and_data, [postpone]};
locked({call, From}, state, #{entered := N}) -> {keep_state_and_data, [{reply, From, {locked, N}}]}.

open(enter, locked, #{owner := Owner}) -> Owner ! opened, keep_state_and_data;
open(cast, {lock_later, x}, #{owner := Owner}) -> Owner ! postponed_seen, keep_state_and_data;
open(state_timeout, lock, D) -> {next_state, locked, D};
open({call, From}, state, _) -> {keep_state_and_data, [{reply, From, open}]};
open(_, _, _) -> keep_state_and_data.
