% ran: the third of three elements that are taken together does not exist
{module, mutant}.
{exports, [{f,1}]}.
{attributes, []}.
{labels, 5}.
{function, f, 1, 2}.
{label,1}.
{func_info,{atom,mutant},{atom,f},1}.
{label,2}.
{allocate,0,1}.
{move,{atom,a},{x,1}}.
{move,{integer,2},{x,0}}.
{call_ext,2,{extfunc,erlang,make_tuple,2}}.
{get_tuple_element,{x,0},0,{x,1}}.
{move,{x,1},{x,3}}.
{get_tuple_element,{x,0},1,{x,2}}.
{get_tuple_element,{x,0},2,{x,0}}.
{get_tuple_element,{x,0},3,{x,0}}.
{deallocate,0}.
return.
