// Reads that need viem's encoder of contract calls, or the address checksum. They are one chunk,
// because each of them is small compared with the encoder that they all need.
export { balances } from './balances.ts'
export { checksumAddress as spelling } from './checksum-address.ts'
export { swapCall } from './swap-call.ts'
