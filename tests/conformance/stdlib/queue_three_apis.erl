%% shows the three interfaces of queue on full, empty and wrong queues
-module(queue_three_apis).
-include("../support/edge.hrl").

main() ->
    ?T(queue:to_list(queue:in_r(b, queue:in(a, queue:new())))),
    ?T(queue:out(queue:new())),
    ?T(element(1, queue:out_r(queue:from_list([a, b])))),
    ?T(queue:get(queue:new())),
    ?T(queue:get_r(queue:from_list([a, b]))),
    ?T(queue:peek(queue:new())),
    ?T(queue:drop(queue:new())),
    ?T(queue:to_list(queue:drop_r(queue:from_list([a, b])))),
    ?T(queue:head(queue:new())),
    ?T(queue:daeh(queue:from_list([a, b]))),
    ?T(queue:last(queue:from_list([a, b]))),
    ?T(queue:to_list(queue:cons(x, queue:from_list([a])))),
    ?T(queue:to_list(queue:snoc(queue:from_list([a]), x))),
    ?T(queue:to_list(queue:init(queue:from_list([a, b, c])))),
    ?T(queue:to_list(queue:reverse(queue:from_list([a, b, c])))),
    ?T(queue:split(3, queue:from_list([a]))),
    ?T(queue:to_list(element(2, queue:split(1, queue:from_list([a, b, c]))))),
    ?T(queue:to_list(queue:filter(fun(X) -> [X, X] end, queue:from_list([a, b])))),
    ?T(queue:to_list(queue:filtermap(fun(X) -> {true, {X}} end, queue:from_list([a, b])))),
    ?T(queue:fold(fun(X, A) -> [X | A] end, [], queue:from_list([a, b]))),
    ?T(queue:any(fun is_atom/1, queue:from_list([1, a]))),
    ?T(queue:member(1, queue:from_list([1.0]))),
    ?T(queue:len(x)),
    ?T(queue:is_queue({[], []})),
    ?T(queue:in(a, x)),
    ?T(queue:join(queue:new(), x)),
    ok.
