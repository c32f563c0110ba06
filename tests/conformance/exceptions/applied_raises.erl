%% shows who is in the stack trace when error, exit and throw are applied: in a tail call the function that applied them too
-module(applied_raises).
-export([main/0, by_name/2, framed_by_name/2, of_module/2, applied/3, framed_applied/3, fun_applied/2, framed_fun_applied/2, called_fun/2, inner/1, passed/1]).

main() ->
    [show({K, Way}, fun() -> ?MODULE:Way(K, reason), ok end) || K <- [error, exit, throw, halt_no_such], Way <- [by_name, framed_by_name, of_module]],
    [show({K, Arguments, Way}, fun() -> ?MODULE:Way(erlang, K, Arguments), ok end)
        || {K, Arguments} <- [{error, [reason]}, {error, [reason, [a, b]]}, {error, [reason, [a], [{error_info, #{}}]]}, {exit, [reason]}, {throw, [reason]},
               {raise, [error, reason, []]}, {nif_error, [reason]}, {atom_to_list, [1]}, {no_such, [1]}, {exit, [self, reason]}],
           Way <- [applied, framed_applied]],
    [show({M, F, Arguments, Way}, fun() -> ?MODULE:Way(M, F, Arguments), ok end)
        || {M, F, Arguments} <- [{1, f, []}, {erlang, "f", []}, {erlang, error, [a | b]}, {erlang, error, a}], Way <- [applied, framed_applied]],
    [show({Name, Arguments, Way}, fun() -> ?MODULE:Way(F, Arguments), ok end)
        || {Name, F, Arguments} <- [{no_fun, 1, [a]}, {fun_of_one, fun inner/1, []}, {external, fun erlang:error/1, [reason]}, {external_throw, fun erlang:throw/1, [reason]},
               {improper, fun inner/1, [a | b]}, {no_list, fun inner/1, a}, {inner, fun inner/1, [throw]}, {closure, fun(X) -> exit(X) end, [reason]}],
           Way <- [fun_applied, framed_fun_applied]],
    [show({Name, called_fun}, fun() -> called_fun(F, reason), ok end) || {Name, F} <- [{error, fun erlang:error/1}, {exit, fun erlang:exit/1}, {none, 1}]].

by_name(Kind, Reason) -> erlang:Kind(Reason).
framed_by_name(Kind, Reason) -> passed(Kind), erlang:Kind(Reason).
of_module(Kind, Reason) -> M = passed(erlang), M:Kind(Reason).
applied(M, F, Arguments) -> apply(M, F, Arguments).
framed_applied(M, F, Arguments) -> passed(M), apply(M, F, Arguments).
fun_applied(F, Arguments) -> apply(F, Arguments).
framed_fun_applied(F, Arguments) -> passed(F), apply(F, Arguments).
called_fun(F, Argument) -> passed(F), F(Argument).
inner(Kind) -> erlang:Kind(inside).
passed(X) -> X.

%% The frames up to the fun that began.
show(What, F) ->
    try F() catch Class:Reason:Trace ->
        Frames = lists:takewhile(fun({_, Name, _, _}) -> hd(atom_to_list(Name)) =/= $- end, Trace),
        io:format("~0p: ~0p ~0p~n    ~0p~n", [What, Class, named(Reason), [{N, named(A), proplists:get_value(line, L)} || {_, N, A, L} <- Frames]])
    end.

%% Funs print with a number that depends on the compiler.
named(F) when is_function(F) -> a_fun;
named([H | T]) -> [named(H) | named(T)];
named(T) when is_tuple(T) -> list_to_tuple(named(tuple_to_list(T)));
named(T) -> T.
