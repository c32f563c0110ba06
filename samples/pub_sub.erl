%% Publish and subscribe: a broker with topics. The broker monitors subscribers and removes those that die.
-module(pub_sub).
-export([main/0]).

main() ->
    Broker = spawn_link(fun() -> broker(#{}) end),
    Weather = subscriber(Broker, [weather]),
    Sports = subscriber(Broker, [sports]),
    Both = subscriber(Broker, [weather, sports]),
    io:format("subscriptions: ~w~n", [topics(Broker)]),

    publish(Broker, weather, rain),
    publish(Broker, sports, {goal, 1}),
    publish(Broker, politics, nobody_listens),

    Monitor = monitor(process, Both),
    exit(Both, kill),
    receive {'DOWN', Monitor, process, Both, killed} -> ok end,
    wait_for_topics(Broker, [{sports, 1}, {weather, 1}]),
    io:format("after a death: ~w~n", [topics(Broker)]),

    publish(Broker, weather, sun),
    unsubscribe(Broker, Sports, sports),
    publish(Broker, sports, {goal, 2}),
    io:format("at the end:    ~w~n", [topics(Broker)]),
    io:format("weather got ~w~n", [received(Weather)]),
    io:format("sports got ~w~n", [received(Sports)]).

%% The broker: Topic => #{Pid => Monitor}.

broker(Topics) ->
    receive
        {subscribe, From, Pid, Topic} ->
            Subscribers = maps:get(Topic, Topics, #{}),
            From ! {ok, self()},
            broker(Topics#{Topic => Subscribers#{Pid => monitor(process, Pid)}});
        {unsubscribe, From, Pid, Topic} ->
            #{Topic := #{Pid := Monitor} = Subscribers} = Topics,
            demonitor(Monitor, [flush]),
            From ! {ok, self()},
            broker(store(Topic, maps:remove(Pid, Subscribers), Topics));
        {publish, From, Topic, Message} ->
            Subscribers = maps:get(Topic, Topics, #{}),
            [Pid ! {news, Topic, Message} || Pid <- maps:keys(Subscribers)],
            From ! {ok, self()},
            broker(Topics);
        {topics, From} ->
            From ! {self(), lists:sort([{Topic, map_size(S)} || {Topic, S} <- maps:to_list(Topics)])},
            broker(Topics);
        {'DOWN', Monitor, process, Pid, _Reason} ->
            [{Topic, Subscribers}] = [{T, S} || {T, #{Pid := M} = S} <- maps:to_list(Topics), M =:= Monitor],
            broker(store(Topic, maps:remove(Pid, Subscribers), Topics))
    end.

%% Removes a topic that has no subscribers left.
store(Topic, Subscribers, Topics) when map_size(Subscribers) =:= 0 -> maps:remove(Topic, Topics);
store(Topic, Subscribers, Topics) -> Topics#{Topic => Subscribers}.

publish(Broker, Topic, Message) -> call(Broker, {publish, self(), Topic, Message}).
unsubscribe(Broker, Pid, Topic) -> call(Broker, {unsubscribe, self(), Pid, Topic}).

call(Broker, Request) ->
    Broker ! Request,
    receive {ok, Broker} -> ok end.

topics(Broker) ->
    Broker ! {topics, self()},
    receive {Broker, Topics} -> Topics end.

%% The broker may receive its 'DOWN' message later than the main process does.
wait_for_topics(Broker, Topics) ->
    case topics(Broker) of
        Topics -> ok;
        _ -> erlang:yield(), wait_for_topics(Broker, Topics)
    end.

subscriber(Broker, Topics) ->
    Pid = spawn(fun() -> collect([]) end),
    [call(Broker, {subscribe, self(), Pid, Topic}) || Topic <- Topics],
    Pid.

collect(News) ->
    receive
        {news, Topic, Message} -> collect([{Topic, Message} | News]);
        {received, From} -> From ! {self(), lists:reverse(News)}
    end.

received(Pid) ->
    Pid ! {received, self()},
    receive {Pid, News} -> News end.
