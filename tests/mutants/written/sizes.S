% ran: bitstrings larger than any memory
{module, mutant}.
{exports, [{init2,1},{initbits,1},{writable,1},{append,1},{pappend,1}]}.
{attributes, []}.
{labels, 12}.
{function, init2, 1, 2}.
{label,1}.
{func_info,{atom,mutant},{atom,init2},1}.
{label,2}.
{move,{integer,1125899906842624},{x,0}}.
{bs_init2,{f,0},{x,0},0,1,{field_flags,[]},{x,0}}.
return.

{function, initbits, 1, 4}.
{label,3}.
{func_info,{atom,mutant},{atom,initbits},1}.
{label,4}.
{move,{integer,9007199254740992},{x,0}}.
{bs_init_bits,{f,0},{x,0},0,1,{field_flags,[]},{x,0}}.
return.

{function, writable, 1, 6}.
{label,5}.
{func_info,{atom,mutant},{atom,writable},1}.
{label,6}.
{move,{integer,1125899906842624},{x,0}}.
bs_init_writable.
return.

{function, append, 1, 8}.
{label,7}.
{func_info,{atom,mutant},{atom,append},1}.
{label,8}.
{move,{integer,4503599627370496},{x,0}}.
{move,{literal,<<1,2,3>>},{x,1}}.
{bs_append,{f,0},{x,0},0,2,8,{x,1},{field_flags,[]},{x,0}}.
return.

{function, pappend, 1, 10}.
{label,9}.
{func_info,{atom,mutant},{atom,pappend},1}.
{label,10}.
{move,{integer,4503599627370496},{x,0}}.
{move,{literal,<<1,2,3>>},{x,1}}.
{bs_private_append,{f,0},{x,0},1,{x,1},{field_flags,[]},{x,0}}.
return.
