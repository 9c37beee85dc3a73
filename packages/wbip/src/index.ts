export { explain } from './explain.ts'
export { chainOfNetworkName, networkName } from './networks.ts'
export { type Entry, readRegistry } from './read-registry.ts'
export { type KnownWallet, type Manner, wallets } from './wallets.ts'
