%% shows gen_server: loops entered by hand, several servers called at once, casts to many, names of all kinds, and late replies
-module(gen_server_entered).
-include("../support/edge.hrl").
-export([init/1, handle_call/3, handle_cast/2, handle_info/2, enters/2]).

main() ->
    logger:set_primary_config(level, none),
    register(main, self()),
    ?T(begin {ok, P} = proc_lib:start(?MODULE, enters, [entered, own]), gen_server:call(P, state) end),
    ?T(gen_server:call(entered, state)),
    ?T(gen_server:call({entered, node()}, state)),
    ?T(gen_server:multi_call(entered, state)),
    ?T(gen_server:multi_call([node()], entered, state, 5000)),
    ?T(gen_server:multi_call([node()], no_such_name, state)),
    ?T(gen_server:abcast(entered, {tell, 1})),
    ?T(gen_server:abcast([node()], entered, {tell, 2})),
    ?T([receive {told, N} -> N end || _ <- [1, 2]]),
    ?T(gen_server:cast({entered, node()}, {tell, 3})),
    ?T(receive {told, N} -> N end),
    ?T(gen_server:cast({no_such_name, node()}, x)),
    ?T(element(1, gen_server:start({local, served}, ?MODULE, s, []))),
    ?T(begin {error, {already_started, P}} = gen_server:start({local, served}, ?MODULE, s, []), P =:= whereis(served) end),
    ?T(try gen_server:call(served, late, 1) catch exit:{timeout, {gen_server, call, [served, late, 1]}} -> timeout end),
    ?T(begin served ! go, gen_server:call(served, state), receive Late -> Late after 0 -> nothing end end),
    ?T(try gen_server:call(served, crash) catch exit:{{reason, [_ | _]}, {gen_server, call, [served, crash]}} -> crashed end),
    ?T(try gen_server:call(self(), x) catch exit:{E, _} -> E end),
    ?T(gen_server:reply(make_up, x)),
    ?T(requests()),
    ok.

requests() ->
    {ok, A} = gen_server:start(?MODULE, a, []),
    {ok, B} = gen_server:start(?MODULE, b, []),
    C = lists:foldl(fun({S, L}, Acc) -> gen_server:send_request(S, state, L, Acc) end, gen_server:reqids_new(), [{A, one}, {B, two}]),
    {gen_server:reqids_size(C), lists:sort(collect(C))}.
collect(C) -> case gen_server:receive_response(C, 5000, true) of no_request -> []; {R, L, C2} -> [{L, R} | collect(C2)] end.

enters(Name, State) -> register(Name, self()), proc_lib:init_ack({ok, self()}), gen_server:enter_loop(?MODULE, [], State, {local, Name}).
init(S) -> {ok, S}.
handle_call(state, _, S) -> {reply, S, S};
handle_call(late, From, _) -> {noreply, From};
handle_call(crash, _, _) -> error(reason).
handle_cast({tell, N}, S) -> main ! {told, N}, {noreply, S}.
handle_info(go, From) -> gen_server:reply(From, late_reply), {noreply, replied}.
