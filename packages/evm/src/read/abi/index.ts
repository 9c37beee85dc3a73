// Reads that need viem's encoder of contract calls, and the checksum: the first one used loads the
// encoder, beside which the others are small.
export { balances } from './balances.ts'
export { spelling } from './spelling.ts'
export { swapCall } from './swap-call.ts'
