%% Native records as terms that every release can print: {Module, Name, Exported, [{Field, Value}]}.
-module(show_record).
-export([show/1, attempt/1]).

show(T) when is_list(T) -> show_list(T);
show(T) when is_tuple(T) -> list_to_tuple(show_list(tuple_to_list(T)));
show(T) when is_map(T) -> maps:map(fun(_, V) -> show(V) end, T);
show(T) ->
    case erlang:is_record(T) of
        true ->
            Fields = [{F, show(records:get(F, T))} || F <- records:get_field_names(T)],
            {'#', records:get_module(T), records:get_name(T), records:is_exported(T), Fields};
        false ->
            T
    end.

show_list([H | T]) -> [show(H) | show_list(T)];
show_list([]) -> [];
show_list(T) -> show(T).

%% What F returns or raises, with the function that raised it.
attempt(F) ->
    try show(F())
    catch
        Class:Reason:Trace ->
            [{M, Fun, Args, Info} | _] = Trace,
            Where = {M, Fun, show(Args), proplists:get_value(line, Info), proplists:get_value(error_info, Info)},
            {Class, show(Reason), Where}
    end.
