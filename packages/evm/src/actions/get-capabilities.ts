import type { Kit } from '@latchkey/core'
import { askWallet } from '@latchkey/core/inside'
import { type AccountId, type ChainId, hasCode, inWords, LatchkeyError } from '@latchkey/protocol'
import type { CapabilitiesByChain } from '../calls/capabilities.ts'
import { activeConnector } from '../connect/active-connector.ts'

/** Maximum number of chains that one request asks for. */
const maxChains = 100

/**
 * Returns what the connected wallet can do on each chain (EIP-5792): atomic batches, fees paid by a
 * paymaster, and whatever else it reports. With `chains`, the result contains only these chains,
 * and the capabilities that hold for every chain (`eip155:0`) are added to each of them.
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
    /**
     * CAIP-10 id of an account of any connected wallet; default the selected account of the active
     * one.
     */
    readonly account?: AccountId | undefined
    /**
     * CAIP-2 ids of the chains to ask for, at most 100; default every chain that the wallet
     * reports.
     */
    readonly chains?: readonly ChainId[] | undefined
    readonly signal?: AbortSignal | undefined
  }
}

async function runGetCapabilities(
  kit: Kit,
  parameters: getCapabilities.Parameters,
): Promise<CapabilitiesByChain> {
  const activeWallet = activeConnector(kit, parameters.account)
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

/**
 * Returns the capabilities of the requested chains only. Those for all chains (`eip155:0`) are
 * added to each chain, unless the chain has its own.
 */
function selectChains(byChain: CapabilitiesByChain, chains: readonly ChainId[]) {
  const forAll = byChain['eip155:0']
  const entries = chains.flatMap((chain) => {
    const own = Object.hasOwn(byChain, chain) ? byChain[chain] : undefined
    return own || forAll ? [[chain, { ...forAll, ...own }] as const] : []
  })
  return Object.fromEntries(entries)
}
