%% Starts RabbitMQ as its own script does: the flags of that are variables of applications here.
-module(rabbit_server).

-export([main/1]).

main([]) ->
    application:set_env(kernel, inet_dist_use_interface, {127, 0, 0, 1}),
    ok = application:load(syslog),
    application:set_env(syslog, logger, []),
    application:set_env(syslog, syslog_error_logger, false),
    ok = application:start(sasl),
    rabbit:boot(),
    receive after infinity -> ok end.
