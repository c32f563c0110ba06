%% shows a process with an error handler of its own
-module(error_handlers).
-export([main/0]).
-export([undefined_function/3, undefined_lambda/3]).

main() ->
    process_flag(error_handler, ?MODULE),
    io:format("~w~n", [no_such_module:some_function(1, two)]),
    io:format("~w~n", [apply(no_such_module, other, [])]),
    io:format("~w~n", [process_info(self(), error_handler)]),
    process_flag(error_handler, error_handler),
    io:format("~w~n", [try no_such_module:x() catch error:R -> R end]),
    ok.

undefined_function(M, F, A) -> {handled, M, F, A}.

undefined_lambda(_M, F, A) -> {lambda, F, A}.
