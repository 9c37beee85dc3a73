/** What prices can be asked in: ISO 4217 codes in lower case, and two coins. */
export const currencies = ['usd', 'eur', 'gbp', 'aud', 'cad', 'inr', 'jpy', 'btc', 'eth'] as const
/** A currency values are given in. */
export type Currency = (typeof currencies)[number]
