import { type AccountId, type Asset, chainOf, namespaceOf } from '@latchkey/protocol'
import { listBalances } from '../gateway/balances.ts'
import { isSameAsset } from '../gateway/token-id.ts'
import { withPatience } from '../http/with-patience.ts'
import { toError } from '../machine/failure.ts'
import type { Kit } from '../machine/kit.ts'
import { readSwapTokens } from './read-swap-tokens.ts'
import type { SwapAsset } from './swap.ts'
import { placeOf } from './swap-gateway.ts'

/**
 * How long a list may keep a visitor waiting, in milliseconds: it only widens what is looked at.
 */
const patienceMs = 3000
/** Each is asked for twice within one simulation. */
const mostAssets = 60

export interface Holdings {
  /**
   * The coin, what was asked for, and what else of the listed tokens the account holds, each once.
   */
  readonly assets: readonly Asset[]
  /** Base units; nothing of what did not answer. */
  amountOf(asset: Asset): bigint
  /** Whether the operator, or the page, warns of one of them. */
  isWarned(assets: readonly SwapAsset[]): boolean
}

/**
 * What an account holds of the tokens that gateway and page list for its chain; the amounts are the
 * chain's own.
 * @throws `balance-unavailable` | what the adapter explains
 */
export async function readHoldings(
  kit: Kit,
  parameters: {
    readonly account: AccountId
    /** Told of in any case. */
    readonly asked: readonly Asset[]
    /** Told of where something is held of them. */
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
  // Held ones first: a reader takes no endless list.
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
