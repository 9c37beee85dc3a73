// @vitest-environment happy-dom
import { type Adapter, createKit } from '@latchkey/core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { warnOwner } from './warn-owner.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function told(
  answer: () => Response,
  page = 'https://new.example/',
): Promise<readonly string[]> {
  const { happyDOM } = window as unknown as { readonly happyDOM: { setURL(url: string): void } }
  happyDOM.setURL(page)
  vi.stubGlobal('fetch', async () => answer())
  const said = vi.spyOn(console, 'warn').mockReturnValue()
  const chains = [
    {
      id: 'eip155:1',
      name: 'One',
      nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
      rpcUrls: [],
    },
  ]
  const adapter = { namespace: 'eip155', name: 'Ethereum', chains } as unknown as Adapter
  await warnOwner(
    createKit({
      adapters: [adapter],
      storage: null,
      gateway: { url: 'https://gw.example', project: 'shop' },
    }),
  )
  return said.mock.calls.map(([text]) => String(text))
}

describe('tellOwner', () => {
  test('default: which origin, which project, and which origins it allows', async () => {
    const [said, ...more] = await told(
      () => new Response('{"allowedOrigins":["https://shop.example"]}'),
    )
    expect(more).toEqual([])
    for (const part of [
      'https://new.example',
      '"shop"',
      'https://shop.example',
      'projects[].origins',
    ]) {
      expect(said).toContain(part)
    }
  })

  test.each<[string, () => Response, string]>([
    ['an empty list', () => new Response('{"allowedOrigins":[]}'), 'Its list of origins is empty'],
    [
      'too many questions',
      () => new Response('{}', { status: 429, headers: { 'retry-after': '0' } }),
      'rate-limited',
    ],
    [
      'a fault there',
      () => new Response('{}', { status: 500, headers: { 'retry-after': '0' } }),
      'server-error',
    ],
  ])('behavior: %s', async (_, answer, part) => {
    expect(await told(answer)).toEqual([expect.stringContaining(part)])
  })

  test.each(['http://localhost:5173/', 'http://127.0.0.1:4173/'])(
    'behavior: a page at %s is told of a list it is not on, and nothing where there is none',
    async (page) => {
      expect(await told(() => new Response('{"allowedOrigins":[]}'), page)).toEqual([])
      expect(await told(() => new Response('<h1>Forbidden</h1>', { status: 404 }), page)).toEqual(
        [],
      )
      const listed = () => new Response('{"allowedOrigins":["https://shop.example"]}')
      expect(await told(listed, page)).toEqual([expect.stringContaining('https://shop.example')])
    },
  )
})
