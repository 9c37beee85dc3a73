// What a page needs to pass the kit's wallet to viem, ethers and other libraries. It is a separate
// entry point: if the main index exported this code, esbuild would load it before the click even on
// pages that never call it.
export { readContract } from '../actions/read-contract.ts'
export { waitForTransaction } from '../actions/wait-for-transaction.ts'
export { writeContract } from '../actions/write-contract.ts'
export { getPublicClient } from '../clients/get-public-client.ts'
export { getWalletClient } from '../clients/get-wallet-client.ts'
export { toViemChain } from '../clients/to-viem-chain.ts'
export { type EvmProvider, getProvider } from '../provider/get-provider.ts'
export { getReadProvider, type ReadProvider } from '../provider/get-read-provider.ts'
export { ProviderRpcError } from '../provider/provider-error.ts'
export type { ProviderEvents } from '../provider/provider-events.ts'
