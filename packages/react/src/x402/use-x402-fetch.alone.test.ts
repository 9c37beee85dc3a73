// @vitest-environment happy-dom
import { hasCode } from '@latchkey/protocol'
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { asset, openPaidPage, type PaidPage, resource } from '../../../../tests/worlds/paid-page.ts'
import { KitProvider } from '../KitProvider.tsx'
import { useX402Fetch } from './use-x402-fetch.ts'

const limit = { [asset]: { perRequest: 10_000n, total: 40_000n } }
const run = {} as { page: PaidPage; stops: (() => unknown)[] }
beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  run.stops = []
  run.page = await openPaidPage()
  vi.stubGlobal('fetch', run.page.node)
})
afterEach(async () => {
  for (const stop of run.stops) {
    await stop()
  }
  run.page.stop()
  vi.unstubAllGlobals()
})

function Paid({
  seen,
  allowed = limit,
}: {
  seen: useX402Fetch.ReturnType[]
  allowed?: typeof limit
}): null {
  seen.push(useX402Fetch(allowed, { fetch: run.page.server }))
  return null
}

async function mount() {
  const seen: useX402Fetch.ReturnType[] = []
  const root = createRoot(document.createElement('div'))
  const draw = (allowed?: typeof limit) =>
    act(async () =>
      root.render(
        createElement(
          KitProvider,
          { kit: run.page.kit },
          createElement(Paid, { seen, ...(allowed && { allowed }) }),
        ),
      ),
    )
  const unmount = () => act(async () => root.unmount())
  run.stops.push(unmount)
  await draw()
  const now = () => {
    const last = seen.at(-1)
    if (!last) throw new Error('nothing was drawn')
    return last
  }
  // Waits until a payment is asked about. It waits inside of `act`, so that React never updates
  // outside of it.
  const shown = async () => {
    while (!now().payment) {
      await act(async () => void (await new Promise((resolve) => setTimeout(resolve, 10))))
    }
  }
  return { now, draw, unmount, shown }
}
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'resolved',
    (error) => (hasCode(error) ? error.code : error),
  )

describe('useX402Fetch', () => {
  test('default: shows what waits, and pays when the visitor says so', async () => {
    const { now, shown } = await mount()
    const { fetch } = now()
    expect(now().payment).toBeUndefined()
    const answer = fetch(resource)
    await shown()
    expect(now().payment).toMatchObject({ amount: 10_000n, left: 40_000n, resource })
    expect(now().fetch).toBe(fetch)
    await act(async () => now().decide(true))
    expect((await answer).status).toBe(200)
    expect(now().payment).toBeUndefined()
  })

  test('default: a session is not asked about again, and a refusal is an error', async () => {
    const { now, shown } = await mount()
    const first = now().fetch(resource)
    await shown()
    await act(async () => now().decide('session'))
    expect((await first).status).toBe(200)
    expect((await now().fetch(resource)).status).toBe(200)
    const elsewhere = codeOf(now().fetch('https://other.example/'))
    await shown()
    await act(async () => now().decide(false))
    expect(await elsewhere).toBe('user-rejected')
  })

  test('behavior: payments wait one behind the other', async () => {
    const { now, shown } = await mount()
    const both = [now().fetch(`${resource}&a`), codeOf(now().fetch(`${resource}&b`))]
    await shown()
    const seen = [now().payment?.resource]
    await act(async () => now().decide(true))
    await shown()
    seen.push(now().payment?.resource)
    await act(async () => now().decide(false))
    await Promise.all(both)
    expect(new Set(seen).size).toBe(2)
  })

  test('behavior: what is aborted no longer waits, nor what an unmounted component asked', async () => {
    const { now, shown, unmount } = await mount()
    const controller = new AbortController()
    const aborted = codeOf(now().fetch(resource, { signal: controller.signal }))
    await shown()
    await act(async () => controller.abort())
    expect(await aborted).toBe(controller.signal.reason)
    expect(now().payment).toBeUndefined()
    const left = codeOf(now().fetch(resource))
    await shown()
    await unmount()
    expect(await left).toBe('user-rejected')
    expect(run.page.received.filter(({ headers }) => headers.has('payment-signature'))).toEqual([])
  })

  test('parameters: limit: the newest one holds', async () => {
    const { now, draw } = await mount()
    const { fetch } = now()
    await draw({ [asset]: { perRequest: 1n, total: 1n } })
    expect(await codeOf(fetch(resource))).toBe('payment-above-limit')
    await draw({})
    expect(await codeOf(fetch(resource))).toBe('config-invalid')
  })

  test('behavior: on a server it asks nothing', () => {
    const seen: useX402Fetch.ReturnType[] = []
    const tree = createElement(KitProvider, { kit: run.page.kit }, createElement(Paid, { seen }))
    expect(renderToString(tree)).toBe('')
    expect(seen[0]?.payment).toBeUndefined()
  })
})
