import { type AccountId, type Asset, addressOf, balanceRetryWindowMs, chainOf, LatchkeyError } from '@latchkey/protocol'
import { readSource } from '../actions/read-source.ts'
import { adapterOf } from '../adapter-of.ts'
import { fromDecimal } from '../amount/decimal.ts'
import type { Adapter } from '../contract.ts'
import { withPatience } from '../http/with-patience.ts'
import type { Kit } from '../kit.ts'
import type { Balance } from '../reader.ts'
import { getFromGateway } from './get.ts'
import { isSupported } from './supported-chains.ts'

interface Parameters {
  readonly account: AccountId
  readonly currency: string
  readonly assets?: readonly Asset[] | undefined
  readonly signal?: AbortSignal | undefined
}

/** How long a gateway that does not answer may keep back what the chain itself knows. */
const patienceMs = 4000

/**
 * See `balancesQuery`.
 * @throws `balance-retry-blocked` | `balance-unavailable` | `aborted`
 */
export async function readBalances(kit: Kit, parameters: Parameters): Promise<readonly Balance[]> {
  const { account, assets, signal } = parameters
  const key = `balance-failed:${account}`
  const failedAt = kit.memory.get(key)
  if (typeof failedAt === 'number' && Date.now() - failedAt < balanceRetryWindowMs)
    throw new LatchkeyError('balance-retry-blocked')
  const adapter = adapterOf(kit, account.slice(0, account.indexOf(':')))
  try {
    const listed = await withPatience(patienceMs, signal, (inner) =>
      askGateway(kit, adapter, { ...parameters, signal: inner }),
    ).catch(() => [])
    const native = adapter.nativeAsset(readSource(kit, { chain: chainOf(account) }).chain).id
    const isComplete = listed.some(({ asset }) => asset.id === native)
    const missing = assets?.filter(({ id }) => !listed.some(({ asset }) => asset.id === id)) ?? []
    const read =
      isComplete && !missing.length
        ? []
        : await adapter.read.balances(readSource(kit, { chain: chainOf(account), signal }), {
            account,
            assets: missing,
          })
    kit.memory.delete(key)
    const all = [...listed, ...read.filter(({ asset }) => !listed.some((one) => one.asset.id === asset.id))]
    return all.sort((a, b) => Number(b.asset.id === native) - Number(a.asset.id === native))
  } catch (cause) {
    if (signal?.aborted) throw new LatchkeyError('aborted')
    kit.memory.set(key, Date.now())
    throw new LatchkeyError('balance-unavailable', { cause })
  }
}

async function askGateway(
  kit: Kit,
  adapter: Adapter,
  { account, currency, signal }: Parameters,
): Promise<readonly Balance[]> {
  const chainId = chainOf(account)
  if (!(await isSupported(kit, chainId, signal))) return []
  return getFromGateway(kit, `v1/account/${addressOf(account)}/balance`, {
    query: { currency, chainId },
    signal,
    read: (answer) => {
      const entries: unknown = (answer as { balances?: unknown } | null)?.balances
      return Array.isArray(entries)
        ? entries.slice(0, 5000).flatMap((entry) => toBalance(kit, adapter, chainId, entry))
        : null
    },
  })
}

/** One entry of the wire (facts 1.4), or none when it cannot be believed. */
function toBalance(kit: Kit, adapter: Adapter, chainId: `${string}:${string}`, entry: unknown): readonly Balance[] {
  const { name, symbol, chainId: its, address, price, quantity, iconUrl } = (entry ?? {}) as Record<string, unknown>
  const { decimals: places, numeric } = (quantity ?? {}) as Record<string, unknown>
  const chain = kit.chains.find(({ id }) => id === chainId)
  const decimals = typeof places === 'string' && /^\d{1,2}$/.test(places) ? Number(places) : -1
  if (!chain || (its !== undefined && its !== chainId) || decimals < 0 || decimals > 36) return []
  const isText = (text: unknown): text is string => typeof text === 'string' && text.length > 0 && text.length <= 100
  const amount = typeof numeric === 'string' ? fromDecimal(numeric, decimals) : null
  if (!isText(name) || !isText(symbol) || amount === null) return []
  const id =
    address === undefined
      ? adapter.nativeAsset(chain).id
      : typeof address === 'string'
        ? adapter.tokenId(chainId, address.slice(address.lastIndexOf(':') + 1))
        : null
  if (id === null) return []
  const isIcon = typeof iconUrl === 'string' && /^(https?:\/\/|data:image\/)/.test(iconUrl) && iconUrl.length <= 100_000
  const isPrice = typeof price === 'number' && Number.isFinite(price) && price > 0
  return [
    {
      asset: { id, name, symbol, decimals, ...(isIcon ? { iconUrl } : {}) },
      amount,
      ...(isPrice ? { price: decimalText(price) } : {}),
    },
  ]
}

/** A JSON number as a decimal string: `1e-7` has no place in money. */
function decimalText(price: number): string {
  const text = `${price}`
  return text.includes('e') ? price.toFixed(18).replace(/\.?0+$/, '') : text
}
