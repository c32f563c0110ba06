%% shows gen_event: handlers that are added, called, deleted, swapped and that fail
-module(lib_gen_event).
-include("../support/edge.hrl").
-export([init/1, handle_event/2, handle_call/2, handle_info/2, terminate/2]).

main() ->
    ?T(with(fun(M) -> gen_event:add_handler(M, ?MODULE, [1]) end)),
    ?T(with(fun(M) -> gen_event:add_handler(M, ?MODULE, bad) end)),
    ?T(with(fun(M) -> gen_event:add_handler(M, no_such_module, []) =/= ok end)),
    ?T(with(fun(M) -> gen_event:add_handler(M, ?MODULE, []), gen_event:notify(M, a), gen_event:sync_notify(M, b),
        gen_event:call(M, ?MODULE, all) end)),
    ?T(with(fun(M) -> gen_event:call(M, ?MODULE, all) end)),
    ?T(with(fun(M) -> gen_event:add_handler(M, ?MODULE, []), gen_event:delete_handler(M, ?MODULE, why) end)),
    ?T(with(fun(M) -> gen_event:delete_handler(M, ?MODULE, why) end)),
    ?T(with(fun(M) -> gen_event:add_handler(M, {?MODULE, x}, []), gen_event:which_handlers(M) end)),
    ?T(with(fun(M) -> gen_event:add_handler(M, ?MODULE, []), gen_event:call(M, ?MODULE, remove), gen_event:which_handlers(M) end)),
    ?T(with(fun(M) -> gen_event:add_handler(M, ?MODULE, [s]), gen_event:swap_handler(M, {?MODULE, out}, {?MODULE, n}) end)),
    ?T(with(fun(M) -> M ! message, gen_event:add_handler(M, ?MODULE, []), M ! info, gen_event:call(M, ?MODULE, all) end)),
    ?T(with(fun(M) -> gen_event:add_sup_handler(M, ?MODULE, []), gen_event:delete_handler(M, ?MODULE, gone),
        receive X -> element(1, X) end end)),
    ?T(gen_event:start({local, 1})),
    ?T(gen_event:call(no_such_manager, h, x)),
    ok.

with(F) -> {ok, M} = gen_event:start(), R = F(M), gen_event:stop(M), R.
init({Args, S}) -> {ok, {Args, S}};
init(L) when is_list(L) -> {ok, L};
init(bad) -> {error, refused}.
handle_event(E, S) -> {ok, [E | S]}.
handle_call(all, S) -> {ok, S, S};
handle_call(remove, _) -> {remove_handler, removed}.
handle_info(E, S) -> {ok, [{info, E} | S]}.
terminate(_, S) -> {terminated, S}.
