%% shows the modules that are there before the code server is, and where they are said to come from
%% reports: ignored
-module(preloaded_modules).
-export([main/0]).

main() ->
    Names = erlang:pre_loaded(),
    io:format("~p~n", [Names -- [erts_trace_cleaner]]),
    io:format("~p~n", [[M || M <- Names, code:is_loaded(M) =/= {file, preloaded}]]),
    io:format("~p~n", [[M || M <- Names, code:which(M) =/= preloaded]]),
    io:format("~p~n", [[M || M <- Names, not code:is_sticky(M)]]),
    io:format("~p~n", [Names -- [M || {M, preloaded} <- code:all_loaded()]]),
    %% Called for the first time, at least one of them.
    Z = zlib:open(),
    io:format("~p~n", [{zlib:close(Z), code:is_loaded(zlib), code:ensure_loaded(zlib), code:load_file(prim_buffer)}]),
    io:format("~p~n", [[code:module_status(M) || M <- [erlang, zlib]]]).
