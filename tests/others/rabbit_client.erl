%% A client of RabbitMQ, with its own library: publishes messages, consumes them in order, and uses each kind of queue.
-module(rabbit_client).

-export([main/1]).

-include_lib("amqp_client/include/amqp_client.hrl").

main([Port, Count]) ->
    {ok, _} = application:ensure_all_started(amqp_client),
    {ok, Connection} = amqp_connection:start(#amqp_params_network{host = {127, 0, 0, 1}, port = list_to_integer(Port)}),
    {ok, Channel} = amqp_connection:open_channel(Connection),
    N = list_to_integer(Count),
    queue(Channel, <<"plain">>, [], N),
    queue(Channel, <<"quorum">>, [{<<"x-queue-type">>, longstr, <<"quorum">>}], max(1, N div 50)),
    everyone(Connection),
    ok = amqp_connection:close(Connection),
    io:format("ok~n").

queue(Channel, Name, Arguments, N) ->
    #'queue.declare_ok'{} = amqp_channel:call(Channel, #'queue.declare'{queue = Name, durable = true, arguments = Arguments}),
    Began = erlang:monotonic_time(microsecond),
    [publish(Channel, <<>>, Name, integer_to_binary(I)) || I <- lists:seq(1, N)],
    #'basic.qos_ok'{} = amqp_channel:call(Channel, #'basic.qos'{prefetch_count = 200}),
    #'basic.consume_ok'{consumer_tag = Tag} = amqp_channel:subscribe(Channel, #'basic.consume'{queue = Name}, self()),
    receive #'basic.consume_ok'{} -> ok end,
    [consume(Channel, integer_to_binary(I)) || I <- lists:seq(1, N)],
    Took = erlang:monotonic_time(microsecond) - Began,
    #'basic.cancel_ok'{} = amqp_channel:call(Channel, #'basic.cancel'{consumer_tag = Tag}),
    receive #'basic.cancel_ok'{} -> ok end,
    #'queue.delete_ok'{message_count = 0} = amqp_channel:call(Channel, #'queue.delete'{queue = Name}),
    io:format("~s: ~b published and consumed, ~b a second~n", [Name, N, N * 1000000 div max(1, Took)]).

%% Every second message is kept on disk.
publish(Channel, Exchange, Key, <<_/binary>> = Payload) ->
    Mode = 1 + byte_size(Payload) rem 2,
    ok = amqp_channel:cast(Channel, #'basic.publish'{exchange = Exchange, routing_key = Key},
                           #amqp_msg{payload = Payload, props = #'P_basic'{delivery_mode = Mode}}).

consume(Channel, Payload) ->
    receive
        {#'basic.deliver'{delivery_tag = Tag}, #amqp_msg{payload = Payload}} ->
            ok = amqp_channel:cast(Channel, #'basic.ack'{delivery_tag = Tag})
    after 60000 -> error({not_received, Payload})
    end.

%% Three megabytes to five queues, with a confirmation.
everyone(Connection) ->
    {ok, Channel} = amqp_connection:open_channel(Connection),
    #'confirm.select_ok'{} = amqp_channel:call(Channel, #'confirm.select'{}),
    #'exchange.declare_ok'{} = amqp_channel:call(Channel, #'exchange.declare'{exchange = <<"everyone">>, type = <<"fanout">>}),
    Queues = [Queue || _ <- lists:seq(1, 5),
                       #'queue.declare_ok'{queue = Queue} <- [amqp_channel:call(Channel, #'queue.declare'{exclusive = true})]],
    [#'queue.bind_ok'{} = amqp_channel:call(Channel, #'queue.bind'{queue = Queue, exchange = <<"everyone">>}) || Queue <- Queues],
    Payload = binary:copy(<<"x">>, 3000000),
    publish(Channel, <<"everyone">>, <<>>, Payload),
    true = amqp_channel:wait_for_confirms(Channel, 60),
    [{#'basic.get_ok'{}, #amqp_msg{payload = Payload}} = amqp_channel:call(Channel, #'basic.get'{queue = Queue, no_ack = true})
     || Queue <- Queues].
