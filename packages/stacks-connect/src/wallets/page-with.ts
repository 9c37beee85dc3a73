import type { ProviderInfo } from './wallet-listings.ts'

/** No page has more wallets. */
const limit = 100

/**
 * The page as it is at each look, with the owner's wallets in one of its lists: they are found at
 * their paths though they list themselves nowhere.
 */
export function pageWith(page: object, providers: readonly ProviderInfo[] | undefined): object {
  if (!providers) return page
  return new Proxy(
    {},
    {
      get(_, key) {
        const value: unknown = Reflect.get(page, key)
        if (key !== 'webbtc_stx_providers') return value
        const count = Array.isArray(value) ? Math.min(value.length, limit) : 0
        return [
          ...Array.from({ length: count }, (_, i) => (value as readonly unknown[])[i]),
          ...providers,
        ]
      },
    },
  )
}
