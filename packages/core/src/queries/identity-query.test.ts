import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { adapter, chain, storage } from '../../test/fake-parts.ts'
import type { Adapter } from '../contract/adapter.ts'
import { createKit } from '../create-kit.ts'
import { identityQuery } from './identity-query.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) {
    stop()
  }
})

/** A gateway that serves one chain, and says this of each identity: a status, or what it knows. */
async function serve(said: unknown) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/v1/supported'))
      return void response.end(JSON.stringify({ http: ['alpha:1'], ws: [] }))
    asked.push(request.url ?? '')
    if (typeof said === 'number')
      response.writeHead(said, { 'retry-after': '0' }).end(JSON.stringify({ reasons: [] }))
    else response.end(JSON.stringify(said))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

type NameOfAddress = NonNullable<Adapter['read']['nameOfAddress']>
/** What is known of an account, with a gateway or none, where the chain itself says `onChain`. */
async function identityOf(
  account: `${string}:${string}:${string}`,
  { url, onChain }: { readonly url?: string; readonly onChain?: NameOfAddress | undefined } = {},
) {
  const alpha = adapter('alpha')
  const kit = createKit({
    adapters: [
      {
        ...alpha,
        chains: ['alpha:1', 'alpha:2', 'alpha:3'].map((id) =>
          chain(id as 'alpha:1', { testnet: id === 'alpha:3' }),
        ),
        read: { ...alpha.read, ...(onChain && { nameOfAddress: onChain }) },
      },
    ],
    storage: storage(),
    ...(url !== undefined && { gateway: { url, project: 'p' } }),
  })
  return identityQuery(kit, { account }).queryFn()
}
const named = (name: unknown, avatar: unknown = null): NameOfAddress =>
  vi.fn(async () => ({ name, avatar }) as never)
const nobody = { name: null, avatar: null }
const ada = { name: 'ada.example', avatar: 'https://pictures.example/ada.png' }

describe('identityQuery', () => {
  test('default: the gateway’s word, and the chain is not asked', async () => {
    const { url, asked } = await serve(ada)
    const onChain = named('other.example')
    expect(await identityOf('alpha:1:a1', { url, onChain })).toEqual(ada)
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatch(/^\/v1\/identity\/a1\?.*sender=a1/)
    expect(onChain).not.toHaveBeenCalled()
  })

  test.each([
    ['fails', 404],
    ['answers no object', 'ada'],
    ['answers nothing', null],
  ])('behavior: of a gateway that %s the chain is asked', async (_, said) => {
    const { url, asked } = await serve(said)
    expect(await identityOf('alpha:1:a1', { url, onChain: named('ada.example') })).toEqual({
      name: 'ada.example',
      avatar: null,
    })
    expect(asked).toHaveLength(1)
  })

  test('behavior: a chain that the gateway does not serve is asked itself; without a gateway too', async () => {
    const { url, asked } = await serve(ada)
    const onChain = named('bob.example')
    expect((await identityOf('alpha:2:b', { url, onChain })).name).toBe('bob.example')
    expect((await identityOf('alpha:1:b', { onChain })).name).toBe('bob.example')
    expect(asked).toEqual([])
    expect(onChain).toHaveBeenCalledTimes(2)
  })

  test('behavior: nobody where neither knows one, the chain fails, or it knows no names', async () => {
    const { url } = await serve({ name: null, avatar: null })
    expect(await identityOf('alpha:1:a1', { url })).toEqual(nobody)
    expect(await identityOf('alpha:1:a1', { onChain: async () => null })).toEqual(nobody)
    const failing = async () => Promise.reject(new Error('no node'))
    expect(await identityOf('alpha:1:a1', { onChain: failing })).toEqual(nobody)
    expect(await identityOf('alpha:1:a1')).toEqual(nobody)
  })

  test('behavior: test networks have none, and nobody is asked', async () => {
    const { url, asked } = await serve(ada)
    const onChain = named('ada.example')
    expect(await identityOf('alpha:3:a1', { url, onChain })).toEqual(nobody)
    expect(asked).toEqual([])
    expect(onChain).not.toHaveBeenCalled()
  })

  test.each([
    ['a name with a letter that cannot be seen', { name: 'a\u200bda.example' }],
    ['a name that turns its direction', { name: 'ada\u202e.example' }],
    ['an empty name', { name: '' }],
    ['a name that is too long', { name: 'a'.repeat(256) }],
    ['a name that is none', { name: ['ada'] }],
    ['a picture that is a script', { avatar: 'javascript:alert(1)' }],
    ['a picture read in clear', { avatar: 'http://pictures.example/ada.png' }],
    ['a page in a picture’s place', { avatar: 'data:text/html,<script>' }],
    ['a picture that is too large', { avatar: `data:image/png;base64,${'A'.repeat(100_000)}` }],
  ])('behavior: %s is none, from the gateway and from the chain', async (_, spoilt) => {
    const { url } = await serve({ ...ada, ...spoilt })
    const expected = {
      ...ada,
      ...Object.fromEntries(Object.keys(spoilt).map((key) => [key, null])),
    }
    expect(await identityOf('alpha:1:a1', { url })).toEqual(expected)
    const onChain = (async () => ({ ...ada, ...spoilt })) as unknown as NameOfAddress
    expect(await identityOf('alpha:1:a1', { onChain })).toEqual(expected)
  })
})
