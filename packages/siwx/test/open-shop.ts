import type { SiwxOptions } from '../src/create-rules.ts'
import { createSiwx, type Siwx } from '../src/create-siwx.ts'
import { createHandler, type SiwxHandler } from '../src/http/create-handler.ts'
import { memoryStore } from '../src/stores/memory-store.ts'
import type { SiwxStore } from '../src/stores/siwx-store.ts'
import { openBrowser } from './open-browser.ts'

/** Sets up a site whose clock the test sets. */
export function openShop(
  options: Partial<SiwxOptions> = {},
  store?: SiwxStore,
): {
  readonly clock: { now: number }
  readonly siwx: Siwx
  readonly handler: SiwxHandler
  readonly errors: unknown[]
  browser(): ReturnType<typeof openBrowser>
} {
  const clock = { now: Date.parse('2026-01-02T03:04:05.000Z') }
  const errors: unknown[] = []
  const now = () => clock.now
  const siwx = createSiwx({
    domain: 'shop.example',
    now,
    onError: (error) => errors.push(error),
    store: store ?? memoryStore({ now }),
    ...options,
  })
  const handler = createHandler(siwx)
  return { clock, siwx, handler, errors, browser: () => openBrowser(handler) }
}
