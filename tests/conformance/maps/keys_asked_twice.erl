%% shows tests whose results are used again where another one failed: compilers that know they cannot fail leave out what would be missing then
-module(keys_asked_twice).
-export([main/0]).

main() ->
    Keys = [red, green, blue],
    Sets = [[Key || {Key, 1} <- lists:zip(Keys, [A, B, C])] || A <- [0, 1], B <- [0, 1], C <- [0, 1]],
    io:format("~p~n", [[{Set, mixed(maps:from_keys(Set, x))} || Set <- Sets]]).

%% Only maps come here.
mixed(#{} = Map) ->
    case (case Red = is_map_key(red, Map) of false -> false; _ -> is_map_key(green, Map) end) of
        true -> yellow;
        false ->
            case (case Blue = is_map_key(blue, Map) of false -> false; _ -> is_map_key(green, Map) end) of
                true -> cyan;
                false ->
                    case Red of
                        true when Blue -> magenta;
                        true -> red;
                        false -> case Blue of true -> blue; false -> other end
                    end
            end
    end.
