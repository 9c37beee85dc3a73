import {
  type AccountId,
  type Asset,
  type AssetId,
  addressOf,
  chainOf,
  isAccountId,
  isAssetId,
  moneyUnits,
  namespaceOf,
  orderIdPattern,
  orderTextLimits,
} from '@latchkey/protocol'
import { maxAmount } from '../amount/decimal.ts'
import { adapterOf, refuseWith } from '../machine/adapter-of.ts'
import type { Kit } from '../machine/kit.ts'
import { newId } from '../machine/new-id.ts'
import { plainText } from '../plain-text.ts'
import type { DirectRequest, PayRequest } from './bill.ts'

/** What every payment without an order says. */
interface DirectTerms {
  /** Address of the receiver, or its CAIP-10 id on the asset's chain. */
  readonly to: string
  /**
   * The merchant's own id of what is paid, at most 128 characters. Whoever paid it with this browser
   * is shown that payment instead of paying again.
   */
  readonly reference?: string | undefined
  /** What is paid for; at most 80 characters are shown. */
  readonly title?: string | undefined
  /** Number of confirmations from which the payment counts as settled, 1 to 100; default 3. */
  readonly confirmations?: number | undefined
}

/** What a page asks to be paid. */
export type PayTerms =
  | {
      /** Id of an order that the owner's server made at the gateway. */
      readonly order: string
    }
  | (DirectTerms & {
      /** The asset to pay in; by its CAIP-19 id when it is a chain's coin or one of the dialog's tokens. */
      readonly asset: Asset | AssetId
      /** Amount in base units. */
      readonly amount: bigint
    })
  | (DirectTerms & {
      /** Currency of `amount`, as an ISO 4217 code. */
      readonly currency: string
      /** Amount of `currency`, as a plain decimal: `19.90`. */
      readonly amount: string
      /** The assets to choose from; default the dialog's tokens and the coins of the kit's chains. */
      readonly assets?: readonly Asset[] | undefined
    })

/**
 * Checks what a page asks to be paid, and returns it as plain data.
 * @param tokens the tokens that the page knows
 * @throws `feature-unsupported` when `features.pay` is off | `order-not-found` | `receiver-invalid` |
 *   `receiver-chain-mismatch` | `amount-invalid` | `token-required` | `chain-unsupported`
 */
export function readPayRequest(
  kit: Kit,
  { terms, tokens = [] }: { readonly terms: PayTerms; readonly tokens?: readonly Asset[] },
): PayRequest {
  if (kit.getState().features.pay === false)
    refuseWith('feature-unsupported', 'features.pay is off')
  if ('order' in terms) {
    const { order } = terms
    if (typeof order !== 'string' || !orderIdPattern.test(order))
      refuseWith('order-not-found', 'the id is no 32 hex digits')
    return { order }
  }
  const { reference, title, confirmations: needed = 3 } = terms
  if (reference !== undefined && !isReference(reference))
    refuseWith('config-invalid', 'reference is no text of 1 to 128 characters')
  if (!Number.isInteger(needed) || needed < 1 || needed > 100)
    refuseWith('config-invalid', 'confirmations is 1 to 100')
  const shownTitle = typeof title === 'string' ? plainText(title, orderTextLimits.title) : ''
  return {
    id: reference === undefined ? newId() : `ref:${reference}`,
    needed,
    ...readAmount(kit, terms, tokens),
    ...(shownTitle && { title: shownTitle }),
    ...(reference !== undefined && { reference: plainText(reference, 128) }),
  }
}

type DirectParameters = Exclude<PayTerms, { readonly order: string }>

function readAmount(
  kit: Kit,
  terms: DirectParameters,
  tokens: readonly Asset[],
): Pick<DirectRequest, 'assets' | 'to' | 'amount' | 'currency'> {
  if ('currency' in terms) {
    const { currency, amount } = terms
    if (typeof currency !== 'string' || !/^[A-Za-z]{3,5}$/.test(currency))
      refuseWith('amount-invalid', 'currency is no ISO 4217 code')
    const isMoney = typeof amount === 'string' && (moneyUnits(amount) ?? 0n) > 0n
    if (!isMoney) refuseWith('amount-invalid', 'an amount of money is a plain decimal: 19.90')
    const assets = terms.assets ?? [...tokens, ...coinsOf(kit)]
    const to = readReceiver(kit, terms.to, assets)
    return {
      assets: assets.filter(({ id }) => isOnKit(kit, id)),
      to,
      amount,
      currency: currency.toUpperCase(),
    }
  }
  const { amount } = terms
  if (typeof amount !== 'bigint' || amount <= 0n || amount > maxAmount) refuseWith('amount-invalid')
  const asset = findAsset(kit, terms.asset, tokens)
  return { assets: [asset], to: readReceiver(kit, terms.to, [asset]), amount: `${amount}` }
}

function findAsset(kit: Kit, asset: Asset | AssetId, tokens: readonly Asset[]): Asset {
  const id = typeof asset === 'string' ? asset : asset?.id
  if (!isAssetId(id)) return refuseWith('token-required')
  if (!isOnKit(kit, id)) return refuseWith('chain-unsupported', chainOf(id))
  if (typeof asset !== 'string') return asset
  const isIt = (one: Asset): boolean => one.id.toLowerCase() === id.toLowerCase()
  return (
    [...coinsOf(kit), ...tokens].find(isIt) ??
    refuseWith('token-required', `${id} is none of the dialog's tokens: give it as an Asset`)
  )
}

/** The address of the receiver; a CAIP-10 id must be on the chain of each asset. */
function readReceiver(kit: Kit, to: unknown, assets: readonly Asset[]): string {
  const [first] = assets
  if (typeof to !== 'string' || !first) return refuseWith('receiver-invalid')
  const { isAddress } = adapterOf(kit, namespaceOf(chainOf(first.id)))
  if (isAddress(to)) return to
  if (!isAccountId(to)) return refuseWith('receiver-invalid')
  if (assets.some(({ id }) => chainOf(id) !== chainOf(to)))
    refuseWith('receiver-chain-mismatch', chainOf(to))
  const address = addressOf(to as AccountId)
  return isAddress(address) ? address : refuseWith('receiver-invalid')
}

function coinsOf(kit: Kit): readonly Asset[] {
  return kit.chains.map((chain) => adapterOf(kit, namespaceOf(chain.id)).nativeAsset(chain))
}

function isOnKit(kit: Kit, asset: AssetId): boolean {
  return kit.chains.some(({ id }) => id === chainOf(asset))
}

function isReference(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= orderTextLimits.reference
}
