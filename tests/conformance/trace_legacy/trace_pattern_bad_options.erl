%% shows which of several wrong arguments erlang:trace_pattern/3 names
-module(trace_pattern_bad_options).
-export([main/0]).
main() -> [io:format("~0p ~0p~n",[A,c3(A)])||A<-[[{lists,seq,2},foo,[]],[{lists,seq,2},[foo],[foo]],[{lists,seq,2},[foo],[]],[{lists,seq,2},foo,[foo]],[foo,foo,[]],[foo,[foo],[]],[foo,true,[]],[send,foo,[]],[send,foo,[foo]],[send,[foo],[foo]],[send,true,[foo]],['receive',#{},#{}],[{lists,seq,2},#{},[]]]].
c3(A)->try apply(erlang,trace_pattern,A) catch error:R:St->{R,i(St)} end.
i([{M,F,_,I}|_])->{M,F,[X||{error_info,X}<-I]}.
