// Reads that need viem's coder of contract calls, and the spelling that comes with it: whichever a
// page needs first brings the coder, beside which the others weigh little.
export { balances } from './balances.ts'
export { spelling } from './spelling.ts'
export { swapCall } from './swap-call.ts'
