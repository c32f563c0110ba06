%% shows gen_server: start, call, cast, info, delayed reply, timeouts, stop, state
%% reports: ignored
-module(gen_server_calls).
-export([main/0]).
-behaviour(gen_server).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2, terminate/2, handle_continue/2]).

main() ->
    {ok, P} = gen_server:start_link({local, counter}, ?MODULE, 5, []),
    io:format("~w~n", [gen_server:call(counter, get)]),
    ok = gen_server:cast(P, {add, 10}),
    P ! {add, 100},
    io:format("~w~n", [gen_server:call(P, get)]),
    io:format("~w~n", [gen_server:call(P, later)]),
    io:format("~w~n", [try gen_server:call(P, never, 20) catch exit:{timeout, {gen_server, call, [_, never, 20]}} -> timed_out end]),
    io:format("~w~n", [gen_server:call(P, idle)]),
    receive idle_timeout -> io:format("timeout message~n") end,
    io:format("~w~n", [sys:get_state(P)]),
    {reply, R} = gen_server:receive_response(gen_server:send_request(P, get), 1000),
    io:format("~w~n", [R]),
    io:format("~w~n", [gen_server:start_link({local, counter}, ?MODULE, 0, []) =:= {error, {already_started, P}}]),
    io:format("~w~n", [gen_server:stop(P)]),
    io:format("~w~n", [try gen_server:call(counter, get) catch exit:{noproc, _} -> noproc end]),
    process_flag(trap_exit, true),
    io:format("~w ~w~n", [gen_server:start_link(?MODULE, ignore, []), gen_server:start(?MODULE, {stop, why}, [])]),
    ok.

init(ignore) -> ignore;
init({stop, R}) -> {stop, R};
init(N) -> put(owner, hd(get('$ancestors'))), {ok, N, {continue, more}}.

handle_continue(more, N) -> {noreply, N + 1}.

handle_call(get, _, N) -> {reply, N, N};
handle_call(later, From, N) -> self() ! {reply_to, From}, {noreply, N};
handle_call(never, _, N) -> {noreply, N};
handle_call(idle, {Pid, _}, N) -> put(who, Pid), {reply, ok, N, 10}.

handle_cast({add, X}, N) -> {noreply, N + X}.

handle_info({add, X}, N) -> {noreply, N + X};
handle_info({reply_to, From}, N) -> gen_server:reply(From, {late, N}), {noreply, N};
handle_info(timeout, N) -> get(who) ! idle_timeout, {noreply, N}.

terminate(Reason, N) -> io:format("terminate ~w ~w~n", [Reason, N]).
