import type { ProviderInfo } from './wallet-listings.ts'

/** Maximum number of wallets that are read from the page, more than any page has. */
const maxWallets = 100

/**
 * A view of the page on which the configured wallets are added to a list of wallets, so that they
 * are found at their paths even though they do not list themselves.
 */
export function pageWithProviders(
  page: object,
  providers: readonly ProviderInfo[] | undefined,
): object {
  if (!providers) return page
  return new Proxy(
    {},
    {
      get(_, key) {
        const value: unknown = Reflect.get(page, key)
        if (key !== 'webbtc_stx_providers') return value
        const itemCount = Array.isArray(value) ? Math.min(value.length, maxWallets) : 0
        return [
          ...Array.from({ length: itemCount }, (_, i) => (value as readonly unknown[])[i]),
          ...providers,
        ]
      },
    },
  )
}
