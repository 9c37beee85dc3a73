// @vitest-environment happy-dom
import { type Adapter, createKit } from '@latchkey/core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { tellOwner } from './tell-owner.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function told(answer: () => Response): Promise<string> {
  vi.stubGlobal('fetch', async () => answer())
  const said = vi.spyOn(console, 'warn').mockReturnValue()
  const chains = [
    { id: 'eip155:1', name: 'One', nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 }, rpcUrls: [] },
  ]
  const adapter = { namespace: 'eip155', name: 'Ethereum', chains } as unknown as Adapter
  await tellOwner(
    createKit({ adapters: [adapter], storage: null, gateway: { url: 'https://gw.example', project: 'shop' } }),
  )
  expect(said).toHaveBeenCalledTimes(1)
  return String(said.mock.calls[0]?.[0])
}

describe('tellOwner', () => {
  test('default: which origin, which project, and which origins it allows', async () => {
    const said = await told(() => new Response('{"allowedOrigins":["https://shop.example"]}'))
    for (const part of [location.origin, '"shop"', 'https://shop.example', 'projects[].origins'])
      expect(said).toContain(part)
  })

  test.each<[string, () => Response, string]>([
    ['an empty list', () => new Response('{"allowedOrigins":[]}'), 'Its list of origins is empty'],
    ['too many questions', () => new Response('{}', { status: 429, headers: { 'retry-after': '0' } }), 'rate-limited'],
    ['a fault there', () => new Response('{}', { status: 500, headers: { 'retry-after': '0' } }), 'server-error'],
  ])('behavior: %s', async (_, answer, part) => {
    expect(await told(answer)).toContain(part)
  })
})
