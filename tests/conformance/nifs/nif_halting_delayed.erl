%% shows that a machine waits for a call on a dirty scheduler whose library has set ERL_NIF_OPT_DELAY_HALT
%% needs: 27
-module(nif_halting_delayed).
-export([main/0, delay/1]).
-nifs([delay/1]).

%% The call prints, and nothing else does.
main() ->
    ok = erlang:load_nif(filename:rootname(code:which(?MODULE)), 0),
    Main = self(),
    spawn(fun() -> delay(Main) end),
    receive running -> ok end.

delay(_) -> erlang:nif_error(not_loaded).
