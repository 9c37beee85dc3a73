// Reads that need no chain library; the first one used loads all.
export { estimateTransfer } from './estimate-transfer.ts'
export { parseHash } from './parse-hash.ts'
export { simulate } from './simulate.ts'
export { allowance, approval, decimals } from './token.ts'
export { isUnspendable } from './unspendable.ts'
export { verdict } from './verdict.ts'
