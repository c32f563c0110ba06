%% shows dynamic calls of a resource's library
-module(nif_resource_calls).
-export([main/0]).

main() ->
    Object = nif_objects:make(7),
    Plain = nif_objects:make_plain(8),
    [io:format("~p~n", [nif_objects:call(Module, Type, Term, 100)])
     || {Module, Type, Term} <- [{nif_objects, object, Object}, {nif_objects, plain, Plain},
                                 {nif_objects, plain, Object}, {nif_objects, nothing, Object},
                                 {lists, object, Object}, {nif_objects, object, make_ref()},
                                 {nif_objects, object, self()}]].
