/** Currency symbols that the gateway draws for currencies without an ISO 4217 code. */
const coinSigns: Readonly<Record<string, string>> = { BTC: '₿', ETH: 'Ξ' }

/**
 * Draws the symbol of a currency on a round background, because every source of such pictures
 * requires an account. Undefined for an unknown currency.
 * @param code - ISO 4217, or `btc` and `eth`, in either letter case
 */
export function currencyImage(code: string): string | undefined {
  const currencySign = findCurrencySign(code.toUpperCase())
  if (currencySign === undefined) return undefined
  const size = { 1: 22, 2: 17, 3: 13 }[[...currencySign].length] ?? 10
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40">' +
    '<circle cx="20" cy="20" r="20" fill="#4b5563"/>' +
    `<text x="20" y="20" fill="#fff" font-family="system-ui, sans-serif" font-size="${size}" font-weight="600" ` +
    `text-anchor="middle" dominant-baseline="central">${escapeMarkup(currencySign)}</text></svg>`
  )
}

function findCurrencySign(code: string): string | undefined {
  if (Object.hasOwn(coinSigns, code)) return coinSigns[code]
  if (!Intl.supportedValuesOf('currency').includes(code)) return undefined
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  })
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value
}

function escapeMarkup(text: string): string {
  return text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
