// All reads but those of names. The first call of any of them loads all of them, and viem's encoder
// of contract calls, which some of them need.
export { balances } from './abi/balances.ts'
export { checksumAddress as spelling } from './abi/checksum-address.ts'
export { swapCall } from './abi/swap-call.ts'
export { estimateTransfer } from './estimate-transfer.ts'
export { parseHash } from './parse-hash.ts'
export { simulate } from './simulate.ts'
export { allowance, approval, decimals } from './token.ts'
export { isUnspendable } from './unspendable.ts'
export { verdict } from './verdict.ts'
