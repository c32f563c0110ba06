%% shows sys: log, statistics, install, replace_state, change_code, terminate and debug options of special processes
%% reports: ignored
-module(sys_debugging).
-include("../support/edge.hrl").
-export([init/1, handle_call/3, handle_cast/2, code_change/3, terminate/2]).

main() ->
    process_flag(trap_exit, true),
    ?T(with(fun(S) -> {sys:get_state(S), sys:replace_state(S, fun(N) -> N + 10 end), sys:get_state(S)} end)),
    ?T(with(fun(S) -> sys:replace_state(S, fun(_) -> error(no) end) end)),
    ?T(with(fun(S) -> sys:get_state(S), sys:get_state(no_such_server, 1) end)),
    ?T(with(fun(S) -> sys:statistics(S, true), [gen_server:call(S, add) || _ <- [1, 2]], gen_server:cast(S, add), sys:get_state(S),
        {ok, L} = sys:statistics(S, get), {lists:keyfind(messages_in, 1, L), lists:keyfind(messages_out, 1, L)} end)),
    ?T(with(fun(S) -> {sys:statistics(S, get), sys:statistics(S, true), sys:statistics(S, false), sys:statistics(S, get)} end)),
    ?T(with(fun(S) -> sys:log(S, {true, 2}), gen_server:cast(S, add), gen_server:call(S, add), {ok, L} = sys:log(S, get), [element(1, E) || E <- L] end)),
    ?T(with(fun(S) -> {sys:log(S, get), sys:log(S, true), sys:log(S, print), sys:log(S, false)} end)),
    ?T(with(fun(S) -> sys:install(S, {fun(Seen, E, _) -> [element(1, E) | Seen] end, []}), gen_server:cast(S, add), gen_server:call(S, add), sys:get_state(S) end)),
    ?T(with(fun(S) -> Self = self(), sys:install(S, {counted, fun(N, {in, _}, _) -> Self ! {n, N + 1}, N + 1; (N, _, _) -> N end, 0}),
        gen_server:call(S, add), gen_server:call(S, add), sys:remove(S, counted), gen_server:call(S, add), messages() end)),
    ?T(with(fun(S) -> Self = self(), sys:install(S, {once, fun(_, _, _) -> Self ! {n, seen}, done end, x}), gen_server:call(S, add), gen_server:call(S, add), messages() end)),
    ?T(with(fun(S) -> sys:suspend(S), R = sys:change_code(S, ?MODULE, "1", {plus, 100}), sys:resume(S), {R, gen_server:call(S, add)} end)),
    ?T(with(fun(S) -> sys:suspend(S), R = sys:change_code(S, ?MODULE, "1", fail), sys:resume(S), {R, gen_server:call(S, add)} end)),
    ?T(with(fun(S) -> sys:change_code(S, ?MODULE, "1", {plus, 1}) end)),
    ?T(with(fun(S) -> sys:suspend(S), sys:suspend(S), gen_server:cast(S, add), A = sys:get_state(S), sys:resume(S), {A, sys:get_state(S)} end)),
    ?T(with(fun(S) -> {sys:terminate(S, {bye, now}), receive {'EXIT', S, R} -> R end, receive {terminated, T} -> T end} end)),
    ?T(with(fun(S) -> {status, S, {module, M}, [_, running, Parent, [], _]} = sys:get_status(S), {M, Parent =:= self()} end)),
    ?T(with(fun(S) -> sys:no_debug(S) end)),
    ?T([length(sys:debug_options(O)) || O <- [[], [log], [{log, 5}, statistics], [{install, {fun(_, _, _) -> done end, x}}]]]),
    ?T(element(2, gen_server:start(?MODULE, self(), [{debug, [{log, 3}]}, {timeout, 1000}, {hibernate_after, 1}])) =/= self()),
    ok.

with(F) -> {ok, S} = gen_server:start_link(?MODULE, self(), []), R = try F(S) catch C:E -> {C, if is_tuple(E) -> element(1, E); true -> E end} end, unlink(S), exit(S, kill), R.
messages() -> receive {n, N} -> [N | messages()] after 0 -> [] end.
init(To) -> process_flag(trap_exit, true), put(to, To), {ok, 1}.
handle_call(add, _, N) -> {reply, N + 1, N + 1}.
handle_cast(add, N) -> {noreply, N + 1}.
code_change(_, N, {plus, M}) -> {ok, N + M};
code_change(_, _, fail) -> {error, not_today}.
terminate(R, N) -> get(to) ! {terminated, {R, N}}.
