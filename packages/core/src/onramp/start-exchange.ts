import {
  type AccountId,
  type Asset,
  addressOf,
  chainOf,
  inWords,
  isExchangeUrlResult,
  namespaceOf,
} from '@latchkey/protocol'
import { maxAmount } from '../amount/decimal.ts'
import { adapterOf, refuseWith } from '../machine/adapter-of.ts'
import type { Kit } from '../machine/kit.ts'
import { askExchange } from './ask-exchange.ts'
import { foreignPage } from './foreign-page.ts'

/**
 * Starts a deposit from an exchange to an account. Returns the address of a web page of the
 * exchange, which must be opened without `opener`.
 * @throws `receiver-invalid` | `chain-mismatch` | `amount-invalid` | `exchange-unavailable` |
 * `aborted`
 */
export function startExchange(
  kit: Kit,
  parameters: startExchange.Parameters,
): Promise<startExchange.ReturnType> {
  return inWords(runStartExchange(kit, parameters))
}

async function runStartExchange(
  kit: Kit,
  { exchange, asset, amount, recipient, returnUrl, signal }: startExchange.Parameters,
): Promise<startExchange.ReturnType> {
  if (!adapterOf(kit, namespaceOf(recipient)).isAddress(addressOf(recipient)))
    refuseWith('receiver-invalid')
  if (chainOf(asset.id) !== chainOf(recipient)) refuseWith('chain-mismatch', asset.id)
  if (amount <= 0n || amount > maxAmount) refuseWith('amount-invalid')
  return askExchange(kit, {
    method: 'reown_getExchangePayUrl',
    params: {
      exchangeId: exchange,
      asset: asset.id,
      amount: wholeUnits(amount, asset.decimals),
      recipient,
      ...(returnUrl !== undefined && { returnUrl }),
    },
    signal,
    read: (result) => {
      const url = isExchangeUrlResult(result) ? foreignPage(result.url) : null
      return url === null ? null : { url, session: (result as { sessionId: string }).sessionId }
    },
  })
}

export declare namespace startExchange {
  type Parameters = {
    /** Id of the exchange: one of those that `exchangesQuery` returned. */
    readonly exchange: string
    readonly asset: Pick<Asset, 'id' | 'decimals'>
    /** Amount to deposit, in base units. */
    readonly amount: bigint
    /** CAIP-10 id of the account that receives the deposit, on the asset's chain. */
    readonly recipient: AccountId
    /**
     * Address of a page of this origin to which the exchange returns the visitor; absent when the
     * exchange opens in a popup.
     */
    readonly returnUrl?: string | undefined
    readonly signal?: AbortSignal | undefined
  }
  type ReturnType = {
    /** Address of the exchange's web page that is to be opened. */
    readonly url: string
    /** Id of the deposit's session, to be passed to `exchangeStatusQuery`. */
    readonly session: string
  }
}

/** Converts base units to whole units: an exact decimal without grouping or trailing zeros. */
function wholeUnits(amount: bigint, decimals: number): string {
  const digits = `${amount}`.padStart(decimals + 1, '0')
  const pointIndex = digits.length - decimals
  const fraction = digits.slice(pointIndex).replace(/0+$/, '')
  return `${digits.slice(0, pointIndex)}${fraction && `.${fraction}`}`
}
