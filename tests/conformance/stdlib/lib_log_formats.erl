%% shows logger_formatter: templates, single lines, depths and report callbacks
-module(lib_log_formats).
-include("../support/edge.hrl").

main() ->
    ?T(line(#{template => [msg]}, {string, "hello"})),
    ?T(line(#{template => [msg]}, {"~p-~s", [a, "b"]})),
    ?T(line(#{template => [level, ": ", msg, "\n"]}, {string, "x"})),
    ?T(line(#{template => [msg], single_line => true}, {string, "a\nb"})),
    ?T(line(#{template => [msg], single_line => false}, {string, "a\nb"})),
    ?T(line(#{template => [msg], max_size => 5}, {string, "longer text"})),
    ?T(line(#{template => [msg], depth => 3}, {"~p", [lists:seq(1, 10)]})),
    ?T(line(#{template => [msg], chars_limit => 10}, {"~s", ["a very long string"]})),
    ?T(line(#{template => [{key, ["k=", key], ["none"]}]}, {string, ""})),
    ?T(line(#{template => [{nokey, ["k=", nokey], ["none"]}]}, {string, ""})),
    ?T(line(#{template => [msg]}, {report, [{a, 1}]})),
    ?T(line(#{template => [time], time_offset => "Z"}, {string, ""})),
    ?T(line(#{template => [time], time_offset => "+02:00", time_designator => $\s}, {string, ""})),
    ?T(logger_formatter:check_config(#{template => [msg]})),
    ?T(logger_formatter:check_config(#{bad => 1})),
    ?T(logger_formatter:check_config(#{max_size => -1})),
    ok.

line(Config, Msg) -> lists:flatten(logger_formatter:format(#{level => info, msg => Msg, meta => #{time => 0, key => v}}, Config)).
