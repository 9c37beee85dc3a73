import {
  type AccountId,
  addressOf,
  balanceRetryWindowMs,
  type ChainId,
  chainOf,
  LatchkeyError,
  namespaceOf,
  rpcTimeoutMs,
} from '@latchkey/protocol'
import { fiatValue } from '../amount/fiat-value.ts'
import type { Balance } from '../contract/reader.ts'
import { withTimeout } from '../http/with-timeout.ts'
import { adapterOf } from '../machine/adapter-of.ts'
import type { Kit } from '../machine/kit.ts'
import { perKit } from '../machine/per-kit.ts'
import { forcedUpdateParams } from './forced.ts'
import { getFromGateway } from './get.ts'
import { supportedChains } from './supported-chains.ts'
import { toBalances } from './to-balances.ts'

/** The balances of one address on all chains of the page. */
export interface Portfolio {
  /**
   * Balances in the owner's order of chains, with each chain's coin first. Test networks are left
   * out, because their coins are worth nothing.
   */
  readonly balances: readonly Balance[]
  /** Total fiat value of the balances as a decimal string; absent when no price is known. */
  readonly total?: string
  /** Chains that could not be read just now; their balances are not counted. */
  readonly missing: readonly ChainId[]
}

interface Parameters {
  readonly account: AccountId
  readonly currency: string
  readonly signal?: AbortSignal | undefined
}

const emptyPortfolio: Portfolio = { balances: [], missing: [] }

/** For each `{namespace}:{address}`, the time when reading its portfolio last failed. */
const failureTimesOf: (kit: Kit) => Map<string, number> = perKit(() => new Map())

/**
 * Reads an address' balances on all chains, as described for `portfolioQuery`.
 * @throws `balance-retry-blocked` | `balance-unavailable` | `aborted`
 */
export async function readPortfolio(
  kit: Kit,
  { account, currency, signal }: Parameters,
): Promise<Portfolio> {
  if (!kit.options.gateway) return emptyPortfolio
  const [namespace, address] = [namespaceOf(account), addressOf(account)]
  const key = `${namespace}:${address}`
  const failureTimes = failureTimesOf(kit)
  const failedAt = failureTimes.get(key)
  if (failedAt !== undefined && Date.now() - failedAt < balanceRetryWindowMs)
    throw new LatchkeyError('balance-retry-blocked')
  const adapter = adapterOf(kit, namespace)
  try {
    const servedChainIds = (await supportedChains(kit, signal)).http
    const chains = kit.chains.filter(
      ({ id, testnet }) => namespaceOf(id) === namespace && !testnet && servedChainIds.includes(id),
    )
    if (chains.length === 0) return emptyPortfolio
    const foundPortfolio = await withTimeout(rpcTimeoutMs, signal, (innerSignal) =>
      getFromGateway(kit, `v1/account/${encodeURIComponent(address)}/balance`, {
        query: {
          currency,
          ...forcedUpdateParams(
            kit,
            chains.map(({ id }) => id),
          ),
        },
        signal: innerSignal,
        read: (answer) => {
          const balances = toBalances(answer, (chainId) => {
            const chain = chains.find(({ id }) => id === chainId)
            return chain && { adapter, chain }
          })
          const { missing } = answer as { missing?: unknown }
          return balances && { balances, missing: Array.isArray(missing) ? missing : [] }
        },
      }),
    )
    failureTimes.delete(key)
    const rankBalance = ({ asset }: Balance): number => {
      const chainIndex = chains.findIndex(({ id }) => id === chainOf(asset.id))
      const chain = chains[chainIndex]
      return 2 * chainIndex + (chain && adapter.nativeAsset(chain).id === asset.id ? 0 : 1)
    }
    const balances = [...foundPortfolio.balances].sort((a, b) => rankBalance(a) - rankBalance(b))
    const total = fiatValue(balances)
    const missingChains = chains
      .map(({ id }) => id)
      .filter((id) => foundPortfolio.missing.includes(id))
    return { balances, missing: missingChains, ...(total !== undefined && { total }) }
  } catch (cause) {
    if (signal?.aborted) throw new LatchkeyError('aborted')
    failureTimes.set(key, Date.now())
    throw new LatchkeyError('balance-unavailable', { cause })
  }
}
