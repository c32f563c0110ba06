%% The pages of yaws: an appmod.
-module(web_yaws).

-export([out/1]).

-include_lib("yaws/include/yaws_api.hrl").

out(#arg{appmoddata = "parts" ++ _}) ->
    Self = self(),
    spawn(fun() ->
        [ok = yaws_api:stream_chunk_deliver_blocking(Self, iolist_to_binary(web_servers:part(N))) || N <- lists:seq(1, 20)],
        yaws_api:stream_chunk_end(Self)
    end),
    {streamcontent, "text/plain", <<"">>};
out(#arg{req = #http_request{method = Method}, querydata = Query, clidata = Data}) ->
    Input = if
        Method =:= 'POST' -> Data;
        Query =:= undefined -> "";
        true -> Query
    end,
    {content, "text/plain", iolist_to_binary(web_servers:told(Method, Input))}.
