import { afterEach, describe, expect, test, vi } from 'vitest'
import { adapter } from '../../test/fake-parts.ts'
import { createKit } from '../create-kit.ts'
import type { KitEvent } from '../machine/event.ts'
import { getAccount } from '../machine/get-account.ts'
import type { KitOptions } from '../machine/kit.ts'
import { learnFeatures } from './learn-features.ts'

const answer = (features: unknown, status = 200) =>
  vi.fn(
    async (_url: string | URL | Request) => new Response(JSON.stringify({ features }), { status }),
  )
const make = (fetch: typeof globalThis.fetch, more: Partial<KitOptions> = {}) => {
  vi.stubGlobal('fetch', fetch)
  const gateway = { url: 'https://gateway.example', project: 'shop' }
  return createKit({ adapters: [adapter('alpha')], storage: null, gateway, ...more })
}
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('learnFeatures', () => {
  test('default: asked once, and laid over the owner’s', async () => {
    const fetch = answer([{ id: 'swap', isEnabled: true, config: null }])
    const kit = make(fetch, { features: { swaps: true, send: false } })
    expect(await Promise.all([learnFeatures(kit), learnFeatures(kit)])).toEqual([true, true])
    expect(fetch).toHaveBeenCalledTimes(1)
    expect(String(fetch.mock.calls[0]?.[0])).toContain('/appkit/v1/config?projectId=shop')
    expect(kit.getState().features).toMatchObject({ swaps: true, send: false, onramp: false })
    expect(kit.options.features).toEqual({ swaps: true, send: false })
  })

  test('behavior: they arrive by one event, which subscribers hear', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const kit = make(answer([]), { features: { swaps: true } })
    const events: KitEvent[] = []
    const seen: unknown[] = []
    kit.watch((event) => events.push(event))
    kit.subscribe(() => seen.push(kit.getState().features.swaps))
    await learnFeatures(kit)
    expect(events).toEqual([{ type: 'features-learnt', features: kit.getState().features }])
    expect(seen).toEqual([false])
    expect(getAccount(kit).status).toBe('disconnected')
  })

  test('behavior: one line of the console names what the page had said otherwise', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const kit = make(answer([]), { features: { swaps: true, onramp: false, activity: true } })
    await learnFeatures(kit)
    expect(warned.mock.calls).toEqual([
      ['Latchkey: the gateway decides otherwise on swaps, activity.'],
    ])
  })

  test('behavior: nothing is another, nothing is said', async () => {
    const ids = [
      'swap',
      'onramp',
      'fund_from_exchange',
      'activity',
      'multi_wallet',
      'sign_in',
      'email_capture',
      'social_login',
    ]
    const kit = make(answer(ids.map((id) => ({ id, isEnabled: true, config: null }))))
    const before = kit.getState()
    expect(await learnFeatures(kit)).toBe(false)
    expect(kit.getState()).toBe(before)
  })

  test('behavior: without a gateway nobody is asked', async () => {
    const fetch = answer([])
    expect(await learnFeatures(make(fetch, { gateway: undefined } as object))).toBe(false)
    expect(fetch).not.toHaveBeenCalled()
  })

  test.each([
    ['a refusal', answer([], 403)],
    ['no list', answer('all of them')],
  ])('error: %s leaves the owner’s, and is asked again', async (_, fetch) => {
    const kit = make(fetch, { features: { swaps: true } })
    expect(await learnFeatures(kit)).toBe(false)
    expect(kit.getState().features).toEqual({ swaps: true })
    vi.stubGlobal('fetch', answer([]))
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect(await learnFeatures(kit)).toBe(true)
  })
})
