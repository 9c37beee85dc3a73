import type { ProviderInfo } from './wallet-listings.ts'

/** Maximum number of wallets, more than any page has. */
const limit = 100

/**
 * The page with the owner's wallets added to one of its lists, so that they are found at their
 * paths even though they do not list themselves.
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
