export type { SolanaAccount } from './solana-accounts.ts'
export { solanaDevnetChain, solanaDevnetTokens } from './solana-chain.ts'
export { type SolanaDevnet, startSolanaDevnet } from './start-solana-devnet.ts'
