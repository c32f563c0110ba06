%% What exception programs share: a stack trace as far as it is the same in every release.
%% Frames of the program's own module as {Function, ArityOrArgs, Line}, of natives as {Module, Function, ArityOrArgs},
%% of library code as its module only; what lies below main/0 is cut off.

-export([frames/1, frame/1]).

frames(Stack) -> above_main([frame(F) || F <- Stack]).

frame({?MODULE, F, A, Where}) -> {F, A, proplists:get_value(line, Where, none)};
frame({M, F, A, Where}) ->
    case lists:keymember(line, 1, Where) of
        true -> M;
        false -> {M, F, A}
    end.

above_main([{main, 0, _} = Main | _]) -> [Main];
above_main([F | Rest]) -> [F | above_main(Rest)];
above_main([]) -> [].
