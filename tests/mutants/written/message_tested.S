% ran: what is no tuple raises while a y register refers to a message in the queue
{module, mutant}.
{exports, [{f,1}]}.
{attributes, []}.
{labels, 7}.
{function, f, 1, 2}.
{label,1}.
{func_info,{atom,mutant},{atom,f},1}.
{label,2}.
{allocate,2,1}.
{init_yregs,{list,[{y,1}]}}.
{'try',{y,0},{f,5}}.
{label,3}.
{loop_rec,{f,4},{x,0}}.
{move,{x,0},{y,1}}.
{move,{atom,a},{x,1}}.
{get_tuple_element,{x,1},0,{x,2}}.
{gc_bif,'+',{f,0},3,[{x,2},{integer,1}],{x,2}}.
remove_message.
{label,4}.
{move,{atom,a},{x,0}}.
{try_end,{y,0}}.
{deallocate,2}.
return.
{label,5}.
{try_case,{y,0}}.
{call_ext,0,{extfunc,erlang,garbage_collect,0}}.
{move,{y,1},{x,0}}.
{call_ext,1,{extfunc,lists,flatten,1}}.
{deallocate,2}.
return.
