// Reads that need no chain library. The first call of any of them loads all of them.
export { estimateTransfer } from './estimate-transfer.ts'
export { parseHash } from './parse-hash.ts'
export { simulate } from './simulate.ts'
export { allowance, approval, decimals } from './token.ts'
export { isUnspendable } from './unspendable.ts'
export { verdict } from './verdict.ts'
