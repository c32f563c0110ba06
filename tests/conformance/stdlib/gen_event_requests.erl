%% shows gen_event asked by requests, managers with names and monitors, handlers that hibernate, crash or swap themselves
-module(gen_event_requests).
-include("../support/edge.hrl").
-export([init/1, handle_event/2, handle_call/2, handle_info/2, terminate/2]).

main() ->
    logger:set_primary_config(level, none),
    process_flag(trap_exit, true),
    ?T(with(fun(M) -> gen_event:wait_response(gen_event:send_request(M, ?MODULE, state), 5000) end)),
    ?T(with(fun(M) -> gen_event:receive_response(gen_event:send_request(M, no_handler, state), 5000) end)),
    ?T(with(fun(M) -> R = gen_event:send_request(M, ?MODULE, state), receive X -> gen_event:check_response(X, R) end end)),
    ?T(with(fun(M) -> gen_event:check_response(unrelated, gen_event:send_request(M, ?MODULE, state)) end)),
    ?T(with(fun(M) -> C = gen_event:send_request(M, ?MODULE, state, label, gen_event:reqids_new()), {A, B, C2} = gen_event:receive_response(C, 5000, true), {A, B, gen_event:reqids_size(C2)} end)),
    ?T(element(1, gen_event:receive_response(gen_event:send_request(no_manager, ?MODULE, state), 5000))),
    ?T(with(fun(M) -> gen_event:call(M, ?MODULE, hibernate), gen_event:call(M, ?MODULE, state) end)),
    ?T(with(fun(M) -> {gen_event:call(M, ?MODULE, crash) =/= ok, gen_event:which_handlers(M)} end)),
    ?T(with(fun(M) -> gen_event:notify(M, crash), gen_event:which_handlers(M) end)),
    ?T(with(fun(M) -> gen_event:sync_notify(M, swap), {gen_event:which_handlers(M), gen_event:call(M, {?MODULE, second}, state)} end)),
    ?T(with(fun(M) -> gen_event:call(M, ?MODULE, bad_answer) =/= ok end)),
    ?T(with(fun(M) -> gen_event:add_sup_handler(M, {?MODULE, sup}, s), gen_event:call(M, {?MODULE, sup}, crash), receive {gen_event_EXIT, H, {'EXIT', {E, _}}} -> {H, E} end end)),
    ?T(with(fun(M) -> gen_event:swap_sup_handler(M, {?MODULE, arg}, {{?MODULE, new}, x}), gen_event:call(M, {?MODULE, new}, state) end)),
    ?T(begin {ok, {P, R}} = gen_event:start_monitor(), gen_event:stop(P), receive {'DOWN', R, process, P, W} -> W end end),
    ?T(begin {ok, P} = gen_event:start_link({local, events}), {gen_event:start_link({local, events}) =:= {error, {already_started, P}}, gen_event:notify({events, node()}, x)} end),
    ?T(begin P = whereis(events), exit(P, kill), receive {'EXIT', P, W} -> W end end),
    ok.

with(F) -> {ok, M} = gen_event:start(), ok = gen_event:add_handler(M, ?MODULE, first), R = F(M), gen_event:stop(M), R.
init({A, Terminated}) -> {ok, {swapped, A, Terminated}};
init(S) -> {ok, S}.
handle_event(crash, _) -> error(crash);
handle_event(swap, S) -> {swap_handler, leaving, S, {?MODULE, second}, arg};
handle_event(_, S) -> {ok, S}.
handle_call(state, S) -> {ok, S, S};
handle_call(hibernate, S) -> {ok, ok, {woken, S}, hibernate};
handle_call(crash, _) -> error(crash);
handle_call(bad_answer, _) -> not_an_answer.
handle_info(_, S) -> {ok, S}.
terminate(Why, S) -> {terminated, Why =:= leaving orelse Why =:= arg, S}.
