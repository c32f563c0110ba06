% refused: a function is called with a message in the queue
{module, mutant}.
{exports, [{f,1},{g,1}]}.
{attributes, []}.
{labels, 10}.
{function, f, 1, 2}.
{label,1}.
{func_info,{atom,mutant},{atom,f},1}.
{label,2}.
{allocate,0,0}.
{label,5}.
{loop_rec,{f,6},{x,0}}.
{call_ext,1,{extfunc,erlang,throw,1}}.
{label,6}.
{move,{atom,a},{x,0}}.
{deallocate,0}.
return.

{function, g, 1, 4}.
{label,3}.
{func_info,{atom,mutant},{atom,g},1}.
{label,4}.
{allocate,0,0}.
{label,7}.
{loop_rec,{f,8},{x,0}}.
{call_ext,1,{extfunc,erlang,list_to_tuple,1}}.
remove_message.
{deallocate,0}.
return.
{label,8}.
{move,{atom,a},{x,0}}.
{deallocate,0}.
return.
