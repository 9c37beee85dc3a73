import { type AccountId, type Asset, chainOf, namespaceOf } from '@latchkey/protocol'
import { listBalances } from '../gateway/balances.ts'
import { isSameAsset } from '../gateway/token-id.ts'
import { withTimeout } from '../http/with-timeout.ts'
import { toError } from '../machine/failure.ts'
import type { Kit } from '../machine/kit.ts'
import { readSwapTokens } from './read-swap-tokens.ts'
import type { SwapAsset } from './swap.ts'
import { chainContextOf } from './swap-gateway.ts'

/** Milliseconds to wait for a list of tokens; without the list, fewer assets are checked. */
const listTimeoutMs = 3000
/** Maximum number of assets of one simulation, which reads each of them twice. */
const maxAssets = 60

export interface Holdings {
  /**
   * The chain's coin, the assets asked for, and the other listed tokens that the account holds;
   * each once.
   */
  readonly assets: readonly Asset[]
  /**
   * Returns the account's balance of an asset in base units; 0 when reading that balance failed.
   */
  heldAmountOf(asset: Asset): bigint
  /** Whether the operator or the page warns of one of the assets. */
  isWarned(assets: readonly SwapAsset[]): boolean
}

/**
 * Balances of an account in the tokens that gateway and page list for its chain; the amounts are
 * read from the chain.
 * @throws `balance-unavailable` | the code from `Adapter.explain`
 */
export async function readHoldings(
  kit: Kit,
  parameters: {
    readonly account: AccountId
    /** Assets to include in any case, whether or not the account holds them. */
    readonly asked: readonly Asset[]
    /** Assets to include when the account holds some of them. */
    readonly listed: readonly Asset[]
    readonly signal?: AbortSignal | undefined
  },
): Promise<Holdings> {
  const { account, asked, signal } = parameters
  const chain = chainOf(account)
  const { adapter, source } = chainContextOf(kit, chain, signal)
  const listWithTimeout = <T>(
    readList: (innerSignal: AbortSignal) => Promise<readonly T[]>,
  ): Promise<readonly T[]> => withTimeout(listTimeoutMs, signal, readList).catch(() => [])
  const [swapped, owned] = await Promise.all([
    listWithTimeout((innerSignal) => readSwapTokens(kit, { chain, signal: innerSignal })),
    listWithTimeout((innerSignal) =>
      listBalances(kit, adapter, { account, currency: 'usd', signal: innerSignal }),
    ),
  ])
  const coin = adapter.nativeAsset(source.chain)
  const requiredAssets = removeDuplicates([coin, ...asked])
  // Assets that the account holds come first, because the list is cut at its limit.
  const candidateAssets = removeDuplicates([
    ...requiredAssets,
    ...owned.map(({ asset }) => asset),
    ...parameters.listed,
    ...swapped,
  ])
  const balances = await adapter.read
    .balances(source, { account, assets: candidateAssets })
    .catch((cause: unknown) => {
      throw toError(kit, [namespaceOf(account)], cause, { unknown: 'balance-unavailable' })
    })
  const heldAmountOf = ({ id }: Asset): bigint =>
    balances.find(({ asset }) => isSameAsset(asset.id, id))?.amount ?? 0n
  const otherAssets = candidateAssets
    .slice(requiredAssets.length)
    .filter((asset) => chainOf(asset.id) === chain && heldAmountOf(asset) > 0n)
  return {
    assets: [...requiredAssets, ...otherAssets].slice(0, maxAssets),
    heldAmountOf,
    isWarned: (assets) =>
      assets.some(
        ({ id, warning }) =>
          warning || swapped.some((token) => token.warning && isSameAsset(token.id, id)),
      ),
  }
}

function removeDuplicates(assets: readonly Asset[]): readonly Asset[] {
  const seenIds = new Set<string>()
  return assets.filter(({ id }) => !seenIds.has(id.toLowerCase()) && seenIds.add(id.toLowerCase()))
}
