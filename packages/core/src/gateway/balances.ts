import {
  type AccountId,
  type Asset,
  addressOf,
  balanceRetryWindowMs,
  chainOf,
  LatchkeyError,
} from '@latchkey/protocol'
import type { Adapter } from '../contract/adapter.ts'
import type { Balance } from '../contract/reader.ts'
import { withTimeout } from '../http/with-timeout.ts'
import { adapterOf } from '../machine/adapter-of.ts'
import type { Kit } from '../machine/kit.ts'
import { perKit } from '../machine/per-kit.ts'
import { readSource } from '../rpc/read-source.ts'
import { forcedUpdateParams } from './forced.ts'
import { getFromGateway } from './get.ts'
import { isSupported } from './supported-chains.ts'
import { toBalances } from './to-balances.ts'

interface Parameters {
  readonly account: AccountId
  readonly currency: string
  readonly assets?: readonly Asset[] | undefined
  readonly signal?: AbortSignal | undefined
}

/** Milliseconds to wait for the gateway before the chain itself is read. */
const gatewayTimeoutMs = 4000

/** For each account, the time when reading its balances last failed. */
const failureTimesOf: (kit: Kit) => Map<AccountId, number> = perKit(() => new Map())

/**
 * Reads the balances of an account, as described for `balancesQuery`.
 * @throws `balance-retry-blocked` | `balance-unavailable` | `aborted`
 */
export async function readBalances(kit: Kit, parameters: Parameters): Promise<readonly Balance[]> {
  const { account, assets, signal } = parameters
  const failureTimes = failureTimesOf(kit)
  const failedAt = failureTimes.get(account)
  if (failedAt !== undefined && Date.now() - failedAt < balanceRetryWindowMs)
    throw new LatchkeyError('balance-retry-blocked')
  const adapter = adapterOf(kit, account.slice(0, account.indexOf(':')))
  try {
    const listedBalances = await withTimeout(gatewayTimeoutMs, signal, (innerSignal) =>
      listBalances(kit, adapter, { ...parameters, signal: innerSignal }),
    ).catch(() => [])
    const nativeAssetId = adapter.nativeAsset(readSource(kit, { chain: chainOf(account) }).chain).id
    const isComplete = listedBalances.some(({ asset }) => asset.id === nativeAssetId)
    const missingAssets =
      assets?.filter(({ id }) => !listedBalances.some(({ asset }) => asset.id === id)) ?? []
    const nodeBalances =
      isComplete && !missingAssets.length
        ? []
        : await adapter.read.balances(readSource(kit, { chain: chainOf(account), signal }), {
            account,
            assets: missingAssets,
          })
    failureTimes.delete(account)
    const allBalances = [
      ...listedBalances,
      ...nodeBalances.filter(
        ({ asset }) => !listedBalances.some((one) => one.asset.id === asset.id),
      ),
    ]
    return allBalances.sort(
      (a, b) => Number(b.asset.id === nativeAssetId) - Number(a.asset.id === nativeAssetId),
    )
  } catch (cause) {
    if (signal?.aborted) throw new LatchkeyError('aborted')
    failureTimes.set(account, Date.now())
    throw new LatchkeyError('balance-unavailable', { cause })
  }
}

/**
 * Returns the balances that the gateway lists for an account; empty when the gateway does not serve
 * the chain. Throws what `getFromGateway` throws.
 */
export async function listBalances(
  kit: Kit,
  adapter: Adapter,
  { account, currency, signal }: Parameters,
): Promise<readonly Balance[]> {
  const chainId = chainOf(account)
  const { chain } = readSource(kit, { chain: chainId })
  if (!(await isSupported(kit, chainId, signal))) return []
  return getFromGateway(kit, `v1/account/${addressOf(account)}/balance`, {
    query: { currency, chainId, ...forcedUpdateParams(kit, [chainId]) },
    signal,
    read: (answer) =>
      toBalances(answer, (id) => (id === undefined || id === chainId ? { adapter, chain } : null)),
  })
}
