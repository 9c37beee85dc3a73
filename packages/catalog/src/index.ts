export { allWallets, searchAllWallets } from './all-wallets.ts'
export { networks } from './networks.gen.ts'
export { searchWallets, wallets } from './wallets.ts'
