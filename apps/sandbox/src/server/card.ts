/** How a payment by a test card ends. */
export type CardOutcome = 'approved' | 'declined' | 'confirm' | 'slow'

/** Public test numbers of card processors: valid numbers that no bank issues. */
export const testCards: readonly {
  readonly number: string
  readonly outcome: CardOutcome
  readonly says: string
}[] = [
  { number: '4242424242424242', outcome: 'approved', says: 'Paid at once' },
  { number: '4000002500003155', outcome: 'confirm', says: 'Asks for a confirmation' },
  { number: '4000000000000077', outcome: 'slow', says: 'Paid, but slowly' },
  { number: '4000000000000002', outcome: 'declined', says: 'Declined' },
]

/** The behaviour of a card; null for any other number, which is not processed further. */
export function cardOutcome(number: string): CardOutcome | null {
  const digits = number.replace(/[\s-]/g, '')
  return testCards.find((card) => card.number === digits)?.outcome ?? null
}

/** Whether an expiry date `MM / YY` is this month or later. */
export function isExpiryAhead(text: string, now: Date = new Date()): boolean {
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*\/\s*(\d{2})\s*$/.exec(text) ?? []
  const [m, y] = [Number(month), 2000 + Number(year)]
  return m >= 1 && m <= 12 && y * 12 + m >= now.getFullYear() * 12 + now.getMonth() + 1
}
