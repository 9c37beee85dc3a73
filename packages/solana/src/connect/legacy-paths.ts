/**
 * Paths of wallets on `window` from before Wallet Standard, each with the wallet's Wallet Standard
 * name.
 */
export const legacyPaths: readonly (readonly [path: string, name: string])[] = [
  ['phantom.solana', 'Phantom'],
  ['solflare', 'Solflare'],
  ['backpack', 'Backpack'],
  ['coinbaseSolana', 'Coinbase Wallet'],
  ['trustwallet.solana', 'Trust'],
  ['bitkeep.solana', 'Bitget'],
  ['magicEden.solana', 'Magic Eden'],
  ['exodus.solana', 'Exodus'],
  ['braveSolana', 'Brave'],
  ['coin98.sol', 'Coin98'],
  ['xfi.solana', 'XDEFI'],
]
