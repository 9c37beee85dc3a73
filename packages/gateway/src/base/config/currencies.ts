/** Currencies of prices: ISO 4217 codes in lower case, and two coins. */
export const currencies = ['usd', 'eur', 'gbp', 'aud', 'cad', 'inr', 'jpy', 'btc', 'eth'] as const
/** A currency in which values are given. */
export type Currency = (typeof currencies)[number]
