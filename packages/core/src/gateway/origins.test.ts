import { hasCode } from '@latchkey/protocol'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { adapter } from '../../test/fake-parts.ts'
import { createKit } from '../create-kit.ts'
import type { Kit } from '../machine/kit.ts'
import { readOrigins } from './origins.ts'

afterEach(() => void vi.unstubAllGlobals())

/** A kit whose gateway answers so, and the addresses it was asked at. */
function kitOf(answer: () => Response): { readonly kit: Kit; readonly asked: string[] } {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url).pathname)
    return answer()
  })
  const gateway = { url: 'https://gw.example', project: 'shop' }
  return { kit: createKit({ adapters: [adapter('alpha')], storage: null, gateway }), asked }
}
const status = (code: number) => () =>
  new Response('{}', { status: code, headers: { 'retry-after': '0' } })

describe('readOrigins', () => {
  test('default', async () => {
    const allowedOrigins = ['https://shop.example', 'https://*.shop.example', 7, 'x'.repeat(301)]
    const { kit, asked } = kitOf(() => new Response(JSON.stringify({ allowedOrigins })))
    expect(await readOrigins(kit)).toEqual(['https://shop.example', 'https://*.shop.example'])
    expect(asked).toEqual(['/projects/v1/origins'])
  })

  test.each([
    [429, 'rate-limited'],
    [500, 'server-error'],
    [503, 'server-error'],
  ] as const)('error: %i is %s', async (code, name) => {
    const error = await readOrigins(kitOf(status(code)).kit).catch((thrown) => thrown)
    expect(hasCode(error, name)).toBe(true)
  })

  test.each<[string, () => Response]>([
    ['a project nobody knows', status(401)],
    ['nothing there', status(404)],
    ['no JSON', () => new Response('<html>')],
    ['another shape', () => new Response('{"allowedOrigins":"*"}')],
    [
      'a line that is down',
      () => {
        throw new TypeError('Failed to fetch')
      },
    ],
  ])('behavior: %s is an empty list', async (_, answer) => {
    expect(await readOrigins(kitOf(answer).kit)).toEqual([])
  })

  test('behavior: without a gateway nobody is asked', async () => {
    const { asked } = kitOf(status(500))
    expect(await readOrigins(createKit({ adapters: [adapter('alpha')], storage: null }))).toEqual(
      [],
    )
    expect(asked).toEqual([])
  })
})
