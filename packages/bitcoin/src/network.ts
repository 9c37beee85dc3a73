import type { ChainId } from '@latchkey/protocol'
import { NETWORK, TEST_NETWORK } from '@scure/btc-signer'
import { addressFormOf, mainnet } from './chains.ts'

/** The address format of a chain, in the form that `@scure/btc-signer` uses. */
export function networkOf(chain: ChainId): typeof NETWORK {
  const form = addressFormOf(chain)
  return { ...(chain === mainnet ? NETWORK : TEST_NETWORK), ...(form && { bech32: form.prefix }) }
}
