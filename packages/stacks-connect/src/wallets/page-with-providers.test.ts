import { describe, expect, test } from 'vitest'
import { pageWithProviders } from './page-with-providers.ts'

describe('pageWith', () => {
  test('default: the page itself', () => {
    const page = {}
    expect(pageWithProviders(page, undefined)).toBe(page)
  })

  test('parameters: providers stand behind the page’s own, as it is at each look', () => {
    const page: Record<string, unknown> = {}
    const providers = [{ id: 'own.wallet', name: 'Own' }]
    const seen = pageWithProviders(page, providers) as Record<string, unknown>
    expect(seen.webbtc_stx_providers).toEqual(providers)
    const listed = { id: 'listed', name: 'Listed' }
    Object.assign(page, { webbtc_stx_providers: [listed], wbip_providers: 'other', late: 7 })
    expect([seen.webbtc_stx_providers, seen.wbip_providers, seen.late]).toEqual([
      [listed, ...providers],
      'other',
      7,
    ])
    Object.assign(page, { webbtc_stx_providers: { length: 9 } })
    expect(seen.webbtc_stx_providers).toEqual(providers)
    Object.assign(page, { webbtc_stx_providers: Array(1e6).fill(listed) })
    expect(seen.webbtc_stx_providers).toHaveLength(101)
    expect(page.webbtc_stx_providers).toHaveLength(1e6)
  })

  test('behavior: getters of the page run on the page', () => {
    class Page {
      #secret = 7
      get wallet() {
        return this.#secret
      }
    }
    expect((pageWithProviders(new Page(), []) as Page).wallet).toBe(7)
  })
})
