export type { BitcoinAccount } from './bitcoin-accounts.ts'
export {
  type BitcoinDevnet,
  bitcoinDevnetChain,
  startBitcoinDevnet,
} from './start-bitcoin-devnet.ts'
