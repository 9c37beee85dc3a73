import type { Kit } from '@latchkey/core'
import type { Chain } from '@latchkey/protocol'
import {
  type Account,
  type CustomTransport,
  createPublicClient,
  createWalletClient,
  custom,
  type PublicClient,
  type Chain as ViemChain,
  type WalletClient,
} from 'viem'
import { getProvider } from '../provider/get-provider.ts'
import { getReadProvider } from '../provider/get-read-provider.ts'
import { toViemChain } from './to-viem-chain.ts'

// The functions in this module need viem's clients, so the module is loaded when the first client
// is made.

/**
 * Makes a viem client that signs with the kit's wallet. The client keeps its chain when the wallet
 * switches.
 */
export function makeWalletClient(
  kit: Kit,
  address: `0x${string}`,
  chain: Chain | undefined,
): WalletClient<CustomTransport, ViemChain | undefined, Account> {
  return createWalletClient({
    account: address,
    chain: chain && toViemChain(chain),
    // viem does not retry a failed request, because the kit has already tried all of its nodes.
    transport: custom(getProvider(kit), { retryCount: 0 }),
  })
}

/** Makes a viem client for one of the kit's chains, whose reads go through the kit. */
export function makePublicClient(kit: Kit, chain: Chain): PublicClient<CustomTransport, ViemChain> {
  return createPublicClient({
    chain: toViemChain(chain),
    transport: custom(getReadProvider(kit, { chain: chain.id }), { retryCount: 0 }),
  })
}
