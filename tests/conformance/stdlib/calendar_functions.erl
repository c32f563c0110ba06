%% shows calendar: days, weeks, seconds, leap years
-module(calendar_functions).
-export([main/0]).

main() ->
    io:format("~w ~w~n", [calendar:date_to_gregorian_days({2024, 2, 29}), calendar:gregorian_days_to_date(739310)]),
    io:format("~w~n", [[calendar:is_leap_year(Y) || Y <- [1900, 2000, 2023, 2024]]]),
    io:format("~w ~w~n", [calendar:day_of_the_week(2024, 1, 1), calendar:last_day_of_the_month(2023, 2)]),
    io:format("~w~n", [calendar:datetime_to_gregorian_seconds({{2000, 1, 1}, {0, 0, 0}})]),
    io:format("~w~n", [calendar:iso_week_number({2021, 1, 3})]),
    io:format("~w~n", [calendar:seconds_to_daystime(100000)]),
    io:format("~w ~w~n", [calendar:valid_date(2023, 2, 29), calendar:time_to_seconds({1, 1, 1})]),
    io:format("~s~n", [calendar:system_time_to_rfc3339(0, [{offset, "Z"}])]),
    io:format("~w~n", [calendar:rfc3339_to_system_time("2000-01-01T00:00:00Z")]),
    ok.
