import { type AccountId, type Asset, chainOf, namespaceOf } from '@latchkey/protocol'
import { listBalances } from '../gateway/balances.ts'
import { isSameAsset } from '../gateway/token-id.ts'
import { withPatience } from '../http/with-patience.ts'
import { toError } from '../machine/failure.ts'
import type { Kit } from '../machine/kit.ts'
import { readSwapTokens } from './read-swap-tokens.ts'
import type { SwapAsset } from './swap.ts'
import { placeOf } from './swap-gateway.ts'

/** Milliseconds to wait for a list, which only adds assets to check. */
const patienceMs = 3000
/** Maximum number of assets of one simulation, which reads each of them twice. */
const mostAssets = 60

export interface Holdings {
  /**
   * The coin, the assets asked for, and the other listed tokens that the account holds, each once.
   */
  readonly assets: readonly Asset[]
  /** Balance in base units; 0 for an asset whose read failed. */
  amountOf(asset: Asset): bigint
  /** Whether the operator or the page warns of one of the assets. */
  isWarned(assets: readonly SwapAsset[]): boolean
}

/**
 * Balances of an account in the tokens that gateway and page list for its chain; the amounts are
 * read from the chain.
 * @throws `balance-unavailable` | what the adapter explains
 */
export async function readHoldings(
  kit: Kit,
  parameters: {
    readonly account: AccountId
    /** Assets to include in any case. */
    readonly asked: readonly Asset[]
    /** Assets to include when the account holds some of them. */
    readonly listed: readonly Asset[]
    readonly signal?: AbortSignal | undefined
  },
): Promise<Holdings> {
  const { account, asked, signal } = parameters
  const chain = chainOf(account)
  const { adapter, source } = placeOf(kit, chain, signal)
  const listPatiently = <T>(
    run: (inner: AbortSignal) => Promise<readonly T[]>,
  ): Promise<readonly T[]> => withPatience(patienceMs, signal, run).catch(() => [])
  const [swapped, owned] = await Promise.all([
    listPatiently((inner) => readSwapTokens(kit, { chain, signal: inner })),
    listPatiently((inner) =>
      listBalances(kit, adapter, { account, currency: 'usd', signal: inner }),
    ),
  ])
  const coin = adapter.nativeAsset(source.chain)
  const always = dropRepeats([coin, ...asked])
  // Held assets first, because the list is cut at its limit.
  const all = dropRepeats([
    ...always,
    ...owned.map(({ asset }) => asset),
    ...parameters.listed,
    ...swapped,
  ])
  const balances = await adapter.read
    .balances(source, { account, assets: all })
    .catch((cause: unknown) => {
      throw toError(kit, [namespaceOf(account)], cause, { unknown: 'balance-unavailable' })
    })
  const amountOf = ({ id }: Asset): bigint =>
    balances.find(({ asset }) => isSameAsset(asset.id, id))?.amount ?? 0n
  const others = all
    .slice(always.length)
    .filter((asset) => chainOf(asset.id) === chain && amountOf(asset) > 0n)
  return {
    assets: [...always, ...others].slice(0, mostAssets),
    amountOf,
    isWarned: (assets) =>
      assets.some(
        ({ id, warning }) =>
          warning || swapped.some((token) => token.warning && isSameAsset(token.id, id)),
      ),
  }
}

function dropRepeats(assets: readonly Asset[]): readonly Asset[] {
  const seen = new Set<string>()
  return assets.filter(({ id }) => !seen.has(id.toLowerCase()) && seen.add(id.toLowerCase()))
}
