%% shows the answer to a request with wrong options: in the form that the others ask for
-module(spawn_request_bad_options).
-export([main/0]).
main() ->
 F=fun()->ok end,
 [t(F,O)||O<-[[bad,{reply_tag,t}],[{reply_tag,t},bad],[bad,{reply,no}],[bad,{reply,success_only}],[bad,{reply,error_only}],[{reply,foo},{reply_tag,u}],[{max_heap_size,1},{reply_tag,v}],[monitors,links,{reply_tag,{a,1}}],[{monitor,[{tag,x},foo]},{reply_tag,w}],[bad,{reply_tag,t},bad2,{reply_tag,t2}],[{priority,foo},{reply,no},{reply,yes}],[{max_heap_size,1}],[{max_heap_size,1},{reply,no}]]].
t(F,O)->
 R=try spawn_request(F,O) of Ref when is_reference(Ref)->Ref catch A:B->{A,B} end,
 M=receive X->[if E=:=R->ref; is_reference(E) -> otherref; is_pid(E)->pid; true->E end||E<-tuple_to_list(X)] after 100->none end,
 io:format("~0p: ~0p ~0p~n",[O,is_reference(R) orelse R,M]).
