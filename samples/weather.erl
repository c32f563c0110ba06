%% A weather station that measures ten times a second, and an archive that keeps the last ten values: a program to look at while it
%% runs. `main/0` measures five times; with an argument it runs for so many seconds:
%%
%%     sonde run --control weather.sock samples/weather.erl 600
-module(weather).
-export([main/0, main/1, measure/1]).

main() -> run(5).

main([Seconds]) -> run(10 * list_to_integer(Seconds));
main([]) -> main().

run(Times) ->
    register(archive, spawn_link(fun() -> archive([]) end)),
    Main = self(),
    register(station, spawn_link(fun() -> station(Times), Main ! measured end)),
    receive measured -> ok end,
    archive ! {last, self()},
    receive {values, Values} -> io:format("the last values: ~w~n", [Values]) end.

station(0) -> ok;
station(Times) ->
    archive ! {measured, measure(Times)},
    receive after 100 -> station(Times - 1) end.

measure(Time) -> 15 + Time rem 7.

archive(Values) ->
    receive
        {measured, Value} -> archive(lists:sublist([Value | Values], 10));
        {last, From} ->
            From ! {values, Values},
            archive(Values)
    end.
