%% shows gen_server: replies later, timeouts, continue, unknown returns and stop reasons
-module(gen_server_replies).
-include("../support/edge.hrl").
-export([init/1, handle_call/3, handle_cast/2, handle_info/2, handle_continue/2]).

main() ->
    logger:set_primary_config(level, none),
    ?T(with(fun(S) -> gen_server:call(S, now) end)),
    ?T(with(fun(S) -> gen_server:call(S, later) end)),
    ?T(with(fun(S) -> gen_server:call(S, continue) end)),
    ?T(with(fun(S) -> gen_server:call(S, zero) end)),
    ?T(with(fun(S) -> gen_server:cast(S, {tell, self()}), receive M -> M end end)),
    ?T(with(fun(S) -> S ! {tell, self()}, receive M -> M end end)),
    ?T(with(fun(S) -> gen_server:call(S, {stop, normal}) end)),
    ?T(with(fun(S) -> element(1, (catch gen_server:call(S, {stop_silent, shutdown}))) end)),
    ?T(with(fun(S) -> gen_server:stop(S) end)),
    ?T(with(fun(S) -> gen_server:wait_response(gen_server:send_request(S, now), 5000) end)),
    ?T(with(fun(S) -> R = gen_server:send_request(S, later), gen_server:receive_response(R, 5000) end)),
    ?T(gen_server:start(?MODULE, ignore, [])),
    ?T(element(1, gen_server:start(?MODULE, throw, []))),
    ?T(gen_server:start({local, 1}, ?MODULE, [], [])),
    ?T(element(1, element(2, (catch gen_server:call(nobody, x))))),
    ?T(gen_server:cast(nobody, x)),
    ok.

with(F) -> {ok, S} = gen_server:start(?MODULE, [], []), F(S).
init([]) -> {ok, none};
init(throw) -> throw({ok, thrown}), ok;
init(R) -> R.
handle_call(now, _, S) -> {reply, at_once, S};
handle_call(later, From, S) -> {noreply, S, {continue, {reply, From, late}}};
handle_call(continue, _, S) -> {reply, before, S, {continue, nothing}};
handle_call(zero, From, _) -> {noreply, From, 0};
handle_call({stop, Why}, _, S) -> {stop, Why, stopping, S};
handle_call({stop_silent, Why}, _, S) -> {stop, Why, S}.
handle_cast({tell, P}, S) -> P ! {cast, S}, {noreply, S}.
handle_info(timeout, From) -> gen_server:reply(From, after_timeout), {noreply, none};
handle_info({tell, P}, S) -> P ! {info, S}, {noreply, S}.
handle_continue({reply, From, R}, S) -> gen_server:reply(From, R), {noreply, S};
handle_continue(nothing, S) -> {noreply, S}.
