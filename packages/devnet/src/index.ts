export { accounts, mnemonic } from './accounts.ts'
export { type AddressName, addresses, deployer } from './addresses.ts'
export { devnetChain, devnetTokens } from './chain.ts'
export { type EvmDevnet, startEvmDevnet } from './start-evm-devnet.ts'
