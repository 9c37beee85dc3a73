// What a page needs to hand the kit's wallet to viem, ethers and other libraries. It is an entry of
// its own because esbuild puts every file that a dynamic import of an index leads to before the
// click of a page that never calls it.
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
