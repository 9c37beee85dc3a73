export { networks } from './networks.gen.ts'
export { searchWallets, wallets } from './wallets.ts'
