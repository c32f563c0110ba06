% ran: a fun keeps a part of a message that is still in the queue
{module, mutant}.
{exports, [{f,1}]}.
{attributes, []}.
{labels, 8}.
{function, f, 1, 2}.
{label,1}.
{func_info,{atom,mutant},{atom,f},1}.
{label,2}.
{allocate,0,1}.
{call_ext,1,{extfunc,erlang,term_to_binary,1}}.
{call_ext,1,{extfunc,erlang,binary_to_list,1}}.
{move,{x,0},{x,1}}.
{bif,self,{f,0},[],{x,0}}.
send.
{label,3}.
{loop_rec,{f,5},{x,0}}.
{move,{x,0},{x,1}}.
{move,{literal,fun erlang:put/2},{x,2}}.
{call_fun,2}.
{loop_rec_end,{f,3}}.
{label,5}.
timeout.
{call_ext,0,{extfunc,erlang,garbage_collect,0}}.
{label,6}.
{loop_rec,{f,7},{x,0}}.
remove_message.
{label,7}.
{call_ext,0,{extfunc,erlang,garbage_collect,0}}.
{call_ext,0,{extfunc,erlang,get,0}}.
{call_ext_last,1,{extfunc,erlang,term_to_binary,1},0}.
