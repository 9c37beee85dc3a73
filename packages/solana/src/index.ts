export { solanaDevnet, solanaLocal, solanaMainnet, solanaTestnet } from './chains.ts'
export { solana } from './solana.ts'
