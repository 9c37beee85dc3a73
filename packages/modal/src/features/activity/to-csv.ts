import type { Activity, ActivityTransfer } from '@latchkey/core'
import type { ActivityWords } from '../../words/words.ts'

/** Matches text that a spreadsheet would run as a formula (CWE-1236). */
const startsFormula = /^[=+\-@\t\r]/

/**
 * One cell of the table by RFC 4180; an apostrophe is put before a text that a spreadsheet would
 * run as a formula.
 */
function toCell(text: string): string {
  const safeText = startsFormula.test(text) ? `'${text}` : text
  return /["\r\n,]/.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText
}

function plainAmount(amount: bigint, decimals: number): string {
  const digits = `${amount}`.padStart(decimals + 1, '0')
  const fraction = (decimals > 0 ? digits.slice(-decimals) : '').replace(/0+$/, '')
  return digits.slice(0, digits.length - decimals) + (fraction && `.${fraction}`)
}

function writeAmount(transfer: ActivityTransfer | undefined): string {
  if (transfer === undefined) return ''
  return transfer.isUnlimited ? 'unlimited' : plainAmount(transfer.amount, transfer.decimals)
}

/**
 * Transactions as a table (RFC 4180), one line for each asset that moved; numbers with a point,
 * times in UTC.
 */
export function toCsv(
  items: readonly Activity[],
  {
    words,
    currency,
    coin,
  }: {
    readonly words: ActivityWords['csv']
    readonly currency: string
    /** The coin in which fees are paid. */
    readonly coin: { readonly symbol: string; readonly decimals: number }
  },
): string {
  const makeRow = (
    item: Activity,
    transfer: ActivityTransfer | undefined,
    isFirst: boolean,
  ): readonly string[] => [
    new Date(item.at).toISOString(),
    item.kind,
    item.status,
    transfer?.direction ?? '',
    writeAmount(transfer),
    transfer?.symbol ?? '',
    transfer?.name ?? '',
    transfer?.asset ?? '',
    transfer?.value ?? '',
    item.from,
    item.to,
    transfer?.counterparty ?? '',
    // The fee is written only on the first line of a transaction, so that the sum of the column is
    // right.
    isFirst && item.fee !== undefined ? plainAmount(item.fee, coin.decimals) : '',
    isFirst && item.fee !== undefined ? coin.symbol : '',
    item.chain,
    item.block ?? '',
    item.hash,
  ]
  const headerRow = Object.values(words).map((label) =>
    typeof label === 'string' ? label : label(currency.toUpperCase()),
  )
  const itemRows = items.flatMap((item) =>
    item.transfers.length === 0
      ? [makeRow(item, undefined, true)]
      : item.transfers.map((transfer, index) => makeRow(item, transfer, index === 0)),
  )
  return [headerRow, ...itemRows].map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('')
}
