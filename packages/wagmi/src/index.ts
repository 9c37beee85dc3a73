export { createWagmiConfig } from './create-wagmi-config.ts'
export type { EvmChainNumber, WagmiChain, WagmiConfig } from './wagmi-chains.ts'
