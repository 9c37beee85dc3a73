import type { Kit } from '@latchkey/core'
import { askWallet } from '@latchkey/core/inside'
import { type AccountId, type ChainId, hasCode, inWords, LatchkeyError } from '@latchkey/protocol'
import type { CapabilitiesByChain } from '../calls/capabilities.ts'
import { activeConnector } from '../connect/active-connector.ts'

/** Most chains that are asked for at once. */
const maxChains = 100

/**
 * What the connected wallet can do on each chain (EIP-5792): atomic batches, paying by a paymaster,
 * and whatever else it tells. With `chains`, the answer has these chains alone, and what holds for
 * every chain (`eip155:0`) is part of each.
 * @throws `not-connected`, `rpc-invalid-params`, `feature-unsupported`, `wallet-answer-invalid`,
 *   `aborted`, or what the wallet's error means, such as `wallet-method-unsupported` and
 *   `wallet-unauthorized`
 *
 * @example
 * const byChain = await getCapabilities(kit, { chains: ['eip155:8453'] })
 * const isSponsored = byChain['eip155:8453']?.paymasterService?.supported === true
 */
export function getCapabilities(
  kit: Kit,
  parameters: getCapabilities.Parameters = {},
): Promise<CapabilitiesByChain> {
  return inWords(runGetCapabilities(kit, parameters))
}

export declare namespace getCapabilities {
  type Parameters = {
    /** CAIP-10, one of the wallet's accounts; default the selected one. */
    readonly account?: AccountId | undefined
    /** CAIP-2 ids, at most 100; default: every chain that the wallet tells of. */
    readonly chains?: readonly ChainId[] | undefined
    readonly signal?: AbortSignal | undefined
  }
}

async function runGetCapabilities(
  kit: Kit,
  parameters: getCapabilities.Parameters,
): Promise<CapabilitiesByChain> {
  const activeWallet = activeConnector(kit)
  const { capabilities } = activeWallet.connector.features
  if (!capabilities) throw new LatchkeyError('feature-unsupported', { reason: 'capabilities' })
  const { account = activeWallet.session.selected, chains, signal } = parameters
  if (chains && (chains.length > maxChains || !chains.every((chain) => isEvmChain(chain))))
    throw new LatchkeyError('rpc-invalid-params', { reason: 'chains' })
  try {
    const byChain = await askWallet(kit, activeWallet, signal, (innerSignal) =>
      capabilities({ account, signal: innerSignal, ...(chains && { chains }) }),
    )
    return chains ? selectChains(byChain, chains) : byChain
  } catch (cause) {
    if (hasCode(cause)) throw cause
    const { toLatchkeyError } = await import('./to-latchkey-error.ts')
    throw toLatchkeyError(cause)
  }
}

const isEvmChain = (chain: ChainId): boolean => /^eip155:[1-9]\d{0,18}$/.test(chain)

/** The asked chains alone, each with what holds for all; its own words come first. */
function selectChains(byChain: CapabilitiesByChain, chains: readonly ChainId[]) {
  const forAll = byChain['eip155:0']
  const entries = chains.flatMap((chain) => {
    const own = Object.hasOwn(byChain, chain) ? byChain[chain] : undefined
    return own || forAll ? [[chain, { ...forAll, ...own }] as const] : []
  })
  return Object.fromEntries(entries)
}
