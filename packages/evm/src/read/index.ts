// All reads except those of names, and the tables of error codes that some reads need. The first
// call of any of them loads all of them, and viem's encoder of contract calls.
export { explain } from '../errors.ts'
export { balances } from './abi/balances.ts'
export { checksumAddress as spelling } from './abi/checksum-address.ts'
export { swapCall } from './abi/swap-call.ts'
export { estimateTransfer } from './estimate-transfer.ts'
export { parseHash } from './parse-hash.ts'
export { simulate } from './simulate.ts'
export { allowance, approval, decimals } from './token.ts'
export { isUnspendable } from './unspendable.ts'
export { verdict } from './verdict.ts'
