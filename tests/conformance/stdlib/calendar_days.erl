%% shows calendar: leap years, weeks and days of dates before and after the borders
-module(calendar_days).
-include("../support/edge.hrl").

main() ->
    ?T(calendar:is_leap_year(1900)),
    ?T(calendar:is_leap_year(2000)),
    ?T(calendar:is_leap_year(-1)),
    ?T(calendar:last_day_of_the_month(2024, 2)),
    ?T(calendar:last_day_of_the_month(2023, 13)),
    ?T(calendar:valid_date(2023, 2, 29)),
    ?T(calendar:valid_date({2024, 2, 29})),
    ?T(calendar:valid_date(0, 1, 1)),
    ?T(calendar:valid_date(a, 1, 1)),
    ?T(calendar:day_of_the_week(1970, 1, 1)),
    ?T(calendar:day_of_the_week({2024, 2, 30})),
    ?T(calendar:iso_week_number({2020, 12, 31})),
    ?T(calendar:iso_week_number({2021, 1, 3})),
    ?T(calendar:iso_week_number({2018, 12, 31})),
    ?T(calendar:date_to_gregorian_days(0, 1, 1)),
    ?T(calendar:gregorian_days_to_date(730000)),
    ?T(calendar:gregorian_days_to_date(-1)),
    ?T(calendar:gregorian_seconds_to_datetime(62167219200)),
    ?T(calendar:datetime_to_gregorian_seconds({{1970, 1, 1}, {0, 0, 0}})),
    ?T(calendar:seconds_to_daystime(-1)),
    ?T(calendar:seconds_to_daystime(100000)),
    ?T(calendar:seconds_to_time(86399)),
    ?T(calendar:seconds_to_time(86400)),
    ?T(calendar:time_to_seconds({24, 0, 0})),
    ?T(calendar:time_difference({{2000, 1, 1}, {0, 0, 0}}, {{2000, 3, 1}, {0, 0, 1}})),
    ok.
