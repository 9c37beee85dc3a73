/** Facts 0. */
export const currencies = ['usd', 'eur', 'gbp', 'aud', 'cad', 'inr', 'jpy', 'btc', 'eth'] as const
/** A currency values are given in. */
export type Currency = (typeof currencies)[number]
