%% shows calendar:rfc3339_to_system_time and back, with fractions, offsets and bad texts
-module(calendar_rfc3339).
-include("../support/edge.hrl").

main() ->
    ?T(calendar:rfc3339_to_system_time("1970-01-01T00:00:00Z")),
    ?T(calendar:rfc3339_to_system_time("2018-02-01T16:17:58+01:00")),
    ?T(calendar:rfc3339_to_system_time("2018-02-01 15:18:02.088Z", [{unit, nanosecond}])),
    ?T(calendar:rfc3339_to_system_time("2018-02-01T15:18:02.088Z", [{unit, millisecond}])),
    ?T(calendar:rfc3339_to_system_time("1985-04-12T23:20:50.52-08:30")),
    ?T(calendar:rfc3339_to_system_time("2018-02-30T00:00:00Z")),
    ?T(calendar:rfc3339_to_system_time("rubbish")),
    ?T(calendar:system_time_to_rfc3339(0, [{offset, "Z"}])),
    ?T(calendar:system_time_to_rfc3339(1517498278, [{offset, "+02:30"}])),
    ?T(calendar:system_time_to_rfc3339(1517498282088, [{unit, millisecond}, {offset, "-02:00"}])),
    ?T(calendar:system_time_to_rfc3339(-1, [{unit, microsecond}, {offset, 0}])),
    ?T(calendar:system_time_to_rfc3339(0, [{offset, "Z"}, {time_designator, $\s}])),
    ok.
