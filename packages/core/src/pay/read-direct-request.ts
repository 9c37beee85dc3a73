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
  orderTextLimits,
} from '@latchkey/protocol'
import { maxAmount } from '../amount/decimal.ts'
import { adapterOf, refuseWith } from '../machine/adapter-of.ts'
import type { Kit } from '../machine/kit.ts'
import { newId } from '../machine/new-id.ts'
import { plainText } from '../plain-text.ts'
import type { DirectRequest } from './bill.ts'
import type { PayTerms } from './pay-terms.ts'

/**
 * Checks a payment that a page asks for without an order.
 * @throws what `readPayRequest` throws
 */
export function readDirectRequest(
  kit: Kit,
  terms: DirectParameters,
  tokens: readonly Asset[],
): DirectRequest {
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

/**
 * Returns the address of the receiver. When the receiver is a CAIP-10 id, every asset must be on
 * its chain.
 */
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
