import type { Activity, ActivityTransfer } from '@latchkey/core'
import type { ActivityWords } from '../../words/words.ts'

/** Text that a spreadsheet would run as a formula (CWE-1236). */
const startsFormula = /^[=+\-@\t\r]/

/** One cell by RFC 4180; an apostrophe comes before a text that a spreadsheet would run. */
function toCell(text: string): string {
  const safe = startsFormula.test(text) ? `'${text}` : text
  return /["\r\n,]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function plainAmount(amount: bigint, decimals: number): string {
  const digits = `${amount}`.padStart(decimals + 1, '0')
  const fraction = (decimals > 0 ? digits.slice(-decimals) : '').replace(/0+$/, '')
  return digits.slice(0, digits.length - decimals) + (fraction && `.${fraction}`)
}

function writeAmount(moved: ActivityTransfer | undefined): string {
  if (moved === undefined) return ''
  return moved.isUnlimited ? 'unlimited' : plainAmount(moved.amount, moved.decimals)
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
    /** The coin of fees. */
    readonly coin: { readonly symbol: string; readonly decimals: number }
  },
): string {
  const lineOf = (
    item: Activity,
    moved: ActivityTransfer | undefined,
    isFirst: boolean,
  ): readonly string[] => [
    new Date(item.at).toISOString(),
    item.kind,
    item.status,
    moved?.direction ?? '',
    writeAmount(moved),
    moved?.symbol ?? '',
    moved?.name ?? '',
    moved?.asset ?? '',
    moved?.value ?? '',
    item.from,
    item.to,
    moved?.counterparty ?? '',
    // Only on the first line of a transaction, so that the sum of the column is right.
    isFirst && item.fee !== undefined ? plainAmount(item.fee, coin.decimals) : '',
    isFirst && item.fee !== undefined ? coin.symbol : '',
    item.chain,
    item.block ?? '',
    item.hash,
  ]
  const head = Object.values(words).map((word) =>
    typeof word === 'string' ? word : word(currency.toUpperCase()),
  )
  const body = items.flatMap((item) =>
    item.transfers.length === 0
      ? [lineOf(item, undefined, true)]
      : item.transfers.map((moved, index) => lineOf(item, moved, index === 0)),
  )
  return [head, ...body].map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('')
}
