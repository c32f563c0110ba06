%% shows which options halt/2 refuses
%% exit: 7
-module(halt_options).
-export([main/0]).

main() ->
    Wrong = [undefined, [undefined], [{undefined, true}], [{flush, undefined}], [{flush, true, true}]],
    io:format("~w~n", [[try halt(0, Options) catch error:Reason -> Reason end || Options <- Wrong]]),
    halt(7, [{flush, true}]).
