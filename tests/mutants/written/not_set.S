% ran: where a test of no map leads, its result is used, in a register and in the frame
{module, mutant}.
{exports, [{f,1}]}.
{attributes, []}.
{labels, 5}.
{function, f, 1, 2}.
{label,1}.
{func_info,{atom,mutant},{atom,f},1}.
{label,2}.
{allocate,1,1}.
{move,{atom,no_map},{x,0}}.
{bif,is_map_key,{f,3},[{atom,a},{x,0}],{x,1}}.
{label,3}.
{bif,is_map_key,{f,4},[{atom,a},{x,1}],{y,0}}.
{label,4}.
{test_heap,4,2}.
{put_list,{x,1},nil,{x,0}}.
{put_list,{x,1},{x,0},{x,0}}.
{call_ext,1,{extfunc,lists,flatten,1}}.
{move,{y,0},{x,0}}.
{deallocate,1}.
return.
