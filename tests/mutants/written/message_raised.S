% ran: a guard without a label raises because of a message in the queue
{module, mutant}.
{exports, [{f,1}]}.
{attributes, []}.
{labels, 7}.
{function, f, 1, 2}.
{label,1}.
{func_info,{atom,mutant},{atom,f},1}.
{label,2}.
{allocate,1,0}.
{'try',{y,0},{f,5}}.
{label,3}.
{loop_rec,{f,4},{x,0}}.
{bif,tuple_size,{f,0},[{x,0}],{x,1}}.
remove_message.
{label,4}.
{move,{atom,a},{x,0}}.
{try_end,{y,0}}.
{deallocate,1}.
return.
{label,5}.
{try_case,{y,0}}.
{test_heap,3,3}.
{put_tuple2,{x,0},{list,[{x,1},{x,2}]}}.
{deallocate,1}.
return.
