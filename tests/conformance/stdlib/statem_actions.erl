%% shows gen_statem with handle_event_function: actions in order, next_event, postpone, timeouts changed and cancelled, odd answers
-module(statem_actions).
-include("../support/edge.hrl").
-export([init/1, callback_mode/0, handle_event/4]).

main() ->
    logger:set_primary_config(level, none),
    ?T(with(fun(M) -> gen_statem:call(M, {do, {keep_state_and_data, []}}) end)),
    ?T(with(fun(M) -> gen_statem:call(M, {do, {next_state, b, d1, [{next_event, internal, x}, {next_event, cast, y}]}}), data(M) end)),
    ?T(with(fun(M) -> gen_statem:cast(M, later), gen_statem:call(M, {do, {next_state, b, none}}), data(M) end)),
    ?T(with(fun(M) -> gen_statem:call(M, {do, {keep_state, n, [{timeout, 0, now}]}}), data(M) end)),
    ?T(with(fun(M) -> gen_statem:call(M, {do, {keep_state, n, [{state_timeout, 0, now}]}}), data(M) end)),
    ?T(with(fun(M) -> gen_statem:call(M, {do, {keep_state, n, [{{timeout, t}, 0, named}]}}), data(M) end)),
    ?T(with(fun(M) -> gen_statem:call(M, {do, {keep_state, n, [{{timeout, t}, 60000, old}, {{timeout, t}, update, new}, {{timeout, t}, cancel}]}}), data(M) end)),
    ?T(with(fun(M) -> gen_statem:call(M, {do, {next_state, b, n, [{state_timeout, 60000, x}, {state_timeout, 0, y}]}}), data(M) end)),
    ?T(with(fun(M) -> gen_statem:call(M, {do, {repeat_state, r}}), data(M) end)),
    ?T(with(fun(M) -> gen_statem:call(M, {do, {stop, normal}}) end)),
    ?T(with(fun(M) -> stopped(M, {stop, {shutdown, why}, last}) end)),
    ?T(with(fun(M) -> stopped(M, nonsense) end)),
    ?T(with(fun(M) -> stopped(M, {keep_state, n, [bad_action]}) end)),
    ?T(with(fun(M) -> stopped(M, {keep_state, n, [{timeout, -1, x}]}) end)),
    ?T(with(fun(M) -> catch gen_statem:call(M, silent, 1), gen_statem:stop(M) end)),
    ?T(with(fun(M) -> M ! info, data(M) end)),
    ?T(with(fun(M) -> R = gen_statem:send_request(M, get), gen_statem:receive_response(R, 5000) end)),
    ?T(gen_statem:start(?MODULE, {stop, refused}, [])),
    ?T(gen_statem:start(?MODULE, ignore, [])),
    ?T(element(1, element(2, gen_statem:start(?MODULE, bad_answer, [])))),
    ?T(catch_noproc()),
    ok.

with(F) -> {ok, M} = gen_statem:start(?MODULE, {ok, a, []}, []), F(M).
data(M) -> gen_statem:call(M, get).
stopped(M, Answer) ->
    R = monitor(process, M),
    catch gen_statem:call(M, {do, Answer}),
    receive {'DOWN', R, _, _, {bad_return_from_state_function, X}} -> {bad, X};
        {'DOWN', R, _, _, {{bad_action_from_state_function, X}, _}} -> {bad_action, X};
        {'DOWN', R, _, _, X} when tuple_size(X) =:= 2 -> element(1, X); {'DOWN', R, _, _, X} -> X end.
catch_noproc() -> try gen_statem:call(nobody, x) catch exit:{R, _} -> R end.

callback_mode() -> handle_event_function.
init(Answer) -> Answer.
handle_event({call, From}, {do, Answer}, _, _) -> gen_statem:reply(From, done), Answer;
handle_event({call, From}, get, State, Data) -> {keep_state_and_data, {reply, From, {State, Data}}};
handle_event({call, _}, silent, _, _) -> keep_state_and_data;
handle_event(cast, later, a, _) -> {keep_state_and_data, postpone};
handle_event(Type, Content, State, Data) when is_list(Data) -> {keep_state, [{State, Type, Content} | Data]};
handle_event(Type, Content, State, Data) -> {keep_state, [{State, Type, Content}, Data]}.
