%% proves M1, M2, M3, M4: what match_spec_test/3 answers for heads, guards, bodies and mistakes of all kinds
%% normalise: pids
-module(match_spec_results).
-export([main/0]).

main() ->
 P=fun(X)->io:format("~p: ~p~n",[get(c),X]) end,
 MT=fun(A,S,T)-> put(c,S),(catch case (catch erlang:match_spec_test(A,S,T)) of {_,{R,_}}->{exit,R};X->X end) end,
 [P(MT([1,2],[{['$1','$2'],[],B}],trace)) || B <- [
  [{set_seq_token,label,1}],[{set_seq_token,foo,1}],[{get_seq_token}],[{is_seq_trace}],[{silent,a}],[{set_tcw,a}],[{set_tcw,{const,1}}],
  [{caller}],[{caller_line}],[{current_stacktrace}],[{current_stacktrace,2}],[{current_stacktrace,-1}],[{process_dump}],
  [{message,true},5],[{message,false},5],[{message,a},5],[5,{message,a}],[{message,a},{hd,x}],[{message,{hd,x}},b],[{return_trace},{hd,x}],
  [{get_tcw}],[{self}], x, [x|y], {a}, [{return_trace,1}], [{message}], [{message,1,2}], [{caller,1}],[{set_seq_token,label}],
  [{const}],[{const,1,2}],[{const,'$1'}],['$0'],['$_'],['$$'],['_'],[['_']],[{{'_'}}],['$99'],[#{'_'=>1}],[#{a=>'$1'}],[#{{a}=>'$1'}],
  [{element,1,{{a,b}}}],[{'+',1}],[{'+',1,2,3}],[{abs,-3}],[{'and',true}],[{'and'}],[{'or'}],[{'xor',true}],[{'not',a}],
  [{'and',true,a}],[{'and',false,a}],[{'andalso',false,a}],[{'andalso',a,true}],[{'orelse',a,true}],[{'andalso',true,a}],[{'orelse',false,a}],
  [{is_record,{{x,1}},x}],[{is_record,{{x,1}},x,2}],[{is_record,{{x,1}},x,3}],[{is_record,{{x,1}},'$1'}],
  [{size,{{1}}}],[{'-',1}],[{list_to_binary,[]}],[{map_size,#{}}],[{map_get,a,#{a=>7}}],[{is_map_key,a,#{a=>7}}],[{node}],[{node,{self}}],
  [{max,1,2}],[{min,1,2}],[{ceil,1.5}],[{floor,1.5}],[{round,1.5}],[{trunc,1.5}],[{float,1}],[{length,[1,2]}],[{tl,[1]}],[{tuple_size,{{1}}}],
  [{bit_size,<<1>>}],[{byte_size,<<1>>}],[{binary_part,<<1,2,3>>,1,1}],[{binary_part,<<1,2,3>>,{{1,1}}}],[{is_function,a}],[{is_function,a,1}],
  [{is_pid,{self}}],[{is_port,1}],[{is_reference,1}],[{is_bitstring,1}],[{is_constant,1}],[{'=:=',1,1.0}],[{'==',1,1.0}],[{'/=',1,1.0}],[{'=/=',1,1}],
  [{'<',1,2}],[{'>=',1,2}],[{'=<',1,2}],[{'div',7,2}],[{'rem',7,2}],[{'/',7,2}],[{'*',7,2}],[{'bsl',1,70}],[{'bsr',1,1}],[{'bxor',1,3}],[{'bnot',1}],[{'band',1,3}],[{'bor',1,2}],
  [],[{tuple,1}],[{is_list,[]}],["abc"],[{{1,{self},3}}],[[{self}|{self}]],[{{}}], [[]], [[a|b]],
  [{message,{message,1}}],[{exception_trace},{message,{return_trace}}],[{message,{silent,true}}], [{message,{set_tcw,5}}],[{const,{a,b}}],[{get_tcw,1}],[<<1>>],[1.5], [{silent}],[{is_record,1}]
  ]],
 io:format("--- heads~n"),
 [P(MT(A,[{H,[],[{message,'$$'}]}],trace)) || {A,H} <- [{[],[]},{[],'_'},{[],'$1'},{[1],['$1']},{[1],'$1'},{[1],['_']},{[1],['$0']},{[1],[{'$1'}]},{[{1}],[{'$1'}]},{[1,2],['$2','$1']},{[1,2],['$1']},
   {[1,1],['$1','$1']},{[1,1.0],['$1','$1']},{[{1,2},{1,2}],['$1','$1']},{[1.0],[1.0]},{[1],[1.0]},{[<<1>>],[<<1>>]},{["ab"],["ab"]},{["ab"],[[$a|'$1']]},{[#{a=>1}],[#{}]},{[#{a=>1}],[#{b=>1}]},{[#{a=>1}],[#{a=>'$1'}]},{[#{a=>{2}}],[#{a=>{'$1'}}]},
   {[1|2],['$1'|'$2']},{[1],foo},{[1],{'$1'}},{[1],#{}},{[1],[]},{[1,2],['$1'|'_']},{[1],['$5']}, {[100000000000000000000],[100000000000000000000]},{[self()],['$1']},{[1,2,3],['$3','_','$1']},{[[1,2]],['$1']},{[[1,2]],[['$1','$1']]},{[a],['$a']},{[a],['$']}, {[a],['$1a']}, {[a],['$100000000']},{[a],['$99999999']},{a,'_'},{{a},'_'}]],
 io:format("--- guards~n"),
 [P(MT([1,2],[{['$1','$2'],G,[{message,'$$'}]}],trace)) || G <- [[true],[false],[a],[1],['$1'],[{'==','$1',1}],[{'==','$1',1},{'==','$2',1}],[{hd,1}],[{'or',{hd,1},true}],[{'orelse',true,{hd,1}}],[{'orelse',{hd,1},true}],['$_'],[{const,true}],foo,[{}],[{{}}],[{message,true}],[{return_trace}],[{caller}],[{get_tcw}],[{'==',{get_tcw},0}],[{set_tcw,1}],[{is_integer,'$1'}],[{is_integer}],[{is_integer,'$3'}],[{is_integer,1,2}], [{is_seq_trace}], [{silent,true}],[{enable_trace,send}],[{get_seq_token}],[{process_dump}],[true|false],[{current_stacktrace}],[{self}],[{exception_trace}],[{caller_line}],[{trace,[],[]}],[{set_seq_token,label,1}]]],
 io:format("--- specs~n"),
 [P(MT([1,2],S,trace)) || S <- [[{['$1','$2'],[],[]}|foo],[{['$1','$2'],[],[]},x],[{'$1','$2'}],[{1,2,3,4}],[],true,false,[{['$1'],[],[]},{['_','_'],[],[{message,second}]}],[{['_','_'],[false],[]},{['_','_'],[],[{message,third}]}],[{['$1'],[{foo}],[]},{['$2'],[{bar}],[]}],[{['$1',foo],[],[]},{['$2',2],[],[{message,'$1'}]}]]],
 io:format("--- table~n"),
 [P(MT(A,S,table)) || {A,S} <- [{{1,2},[{{'$1','$2'},[],['$_']}]},{{1,2},[{'$1',[],['$1']}]},{{1,2},[{{'$1'},[],['$1']}]},{{1,2},[{{'_','_'},[],[true]}]},{[1,2],[{'_',[],[true]}]},{[1,2],[{['$1','$2'],[],[true]}]},{{1,2},[{{'_','_'},[],[{message,a}]}]},{{1,2},[{{'_','_'},[],[{self}]}]},{{1,2},[{{'_','_'},[],[{caller}]}]},{{1,2},[{{'_','_'},[],[{get_tcw}]}]},{{1,2},[{{'_','_'},[],['$_','$_']}]},{{1,2},[{{'$2','$1'},[],['$$']}]},{{1,2},[{{'_','_'},[{hd,1}],['$$']}]},{{1,2},[{{'_','_'},[],[{hd,1}]}]},{{1,2},[{{'_','_'},[],[{hd,1},2]}]}]],
 ok.
