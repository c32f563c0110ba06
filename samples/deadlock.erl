%% A shop and its stock, two gen_servers: an order of the last cup fails, and nothing says why.
%% docs/tutorial.md finds the reason with `sonde trace`.
-module(deadlock).
-behaviour(gen_server).
-export([main/0]).
-export([init/1, handle_call/3, handle_cast/2]).

main() ->
    {ok, _} = gen_server:start({local, stock}, ?MODULE, {stock, #{cup => 3}}, []),
    {ok, _} = gen_server:start({local, shop}, ?MODULE, {shop, #{cup => 4}}, []),
    [order(cup, Count) || Count <- [2, 1]],
    ok.

order(Item, Count) ->
    Result = try gen_server:call(shop, {order, Item, Count}, 1000)
             catch exit:{timeout, _} -> timeout
             end,
    io:format("order of ~w ~w: ~w~n", [Count, Item, Result]).

init(State) -> {ok, State}.

handle_call({order, Item, Count}, _From, {shop, Prices} = State) ->
    case gen_server:call(stock, {take, Item, Count}) of
        ok -> {reply, {pay, Count * maps:get(Item, Prices)}, State};
        Refused -> {reply, Refused, State}
    end;
handle_call({price, Item}, _From, {shop, Prices} = State) ->
    {reply, maps:get(Item, Prices), State};
handle_call({take, Item, Count}, _From, {stock, Items}) ->
    case maps:get(Item, Items) - Count of
        Left when Left > 0 -> {reply, ok, {stock, Items#{Item := Left}}};
        0 -> {reply, ok, {stock, buy_more(Item, Items)}};
        _ -> {reply, sold_out, {stock, Items}}
    end.

%% Expensive items are not bought in large numbers.
buy_more(Item, Items) ->
    Price = gen_server:call(shop, {price, Item}),
    Items#{Item := 100 div Price}.

handle_cast(_, State) -> {noreply, State}.
