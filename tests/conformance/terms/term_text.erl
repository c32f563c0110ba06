%% shows the text forms of pids and refs made by the machine
-module(term_text).
-export([main/0]).

main() ->
    P = pid_to_list(self()),
    io:format("~w ~w ~w~n", [list_to_pid(P) =:= self(), hd(P), lists:last(P)]),
    R = make_ref(),
    "#Ref<" ++ _ = T = ref_to_list(R),
    io:format("~w ~w~n", [list_to_ref(T) =:= R, lists:last(T)]),
    "#Fun<term_text." ++ _ = erlang:fun_to_list(fun() -> ok end),
    io:format("~s~n", [erlang:fun_to_list(fun lists:map/2)]),
    ok.
