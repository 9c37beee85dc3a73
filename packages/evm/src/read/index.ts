// Reads that need no chain library: a page loads them together, with the first of them.
export { estimateTransfer } from './estimate-transfer.ts'
export { simulate } from './simulate.ts'
export { allowance, approval, decimals } from './token.ts'
export { verdict } from './verdict.ts'
