import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Asset } from '@latchkey/protocol'
import { afterEach, describe, expect, test } from 'vitest'
import { adapter, chain, storage } from '../../test/fake-parts.ts'
import type { Adapter } from '../contract/adapter.ts'
import { createKit } from '../create-kit.ts'
import type { Kit } from '../machine/kit.ts'
import { pricesQuery } from './prices-query.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) {
    stop()
  }
})

/** A gateway that serves `eip155:1`, and answers prices as told. */
async function gatewayOf(fungibles: unknown) {
  const asked: { readonly path: string; readonly body: unknown }[] = []
  const server = createServer(async (request, response) => {
    const parts: string[] = []
    for await (const part of request) {
      parts.push(String(part))
    }
    const { pathname } = new URL(request.url ?? '', 'http://x')
    const isChains = pathname === '/v1/supported-chains'
    if (!isChains)
      asked.push({ path: `${request.method} ${pathname}`, body: JSON.parse(parts.join('')) })
    response.end(JSON.stringify(isChains ? { http: ['eip155:1'], ws: [] } : { fungibles }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}
function kitOf(url: string | undefined): Kit {
  const one: Adapter = { ...adapter('eip155'), chains: [chain('eip155:1'), chain('eip155:2')] }
  return createKit({
    adapters: [one, adapter('alpha')],
    storage: storage(),
    ...(url !== undefined && { gateway: { url, project: 'shop' } }),
  })
}
const [first, second] = [`0x${'aB'.repeat(20)}`, `0x${'12'.repeat(20)}`]
const token = (address: string, on = 'eip155:1'): Asset =>
  ({ id: `${on}/tok:${address}`, name: 'T', symbol: 'T', decimals: 6 }) as Asset
const face = { name: 'T', symbol: 'T', decimals: 6 }

describe('pricesQuery', () => {
  test('default: one call for all, whatever the case of the answer', async () => {
    const { url, asked } = await gatewayOf([
      { ...face, address: `eip155:1:${first.toLowerCase()}`, price: 1e-7 },
      { ...face, address: `eip155:1:${second}`, price: 2500.25 },
      { ...face, address: `eip155:1:0x${'99'.repeat(20)}`, price: 7 },
    ])
    const assets = [token(first), token(second)]
    const { queryKey, queryFn, staleTime } = pricesQuery(kitOf(url), { assets, currency: 'eur' })
    expect(await queryFn()).toEqual({ [assets[0]!.id]: '0.0000001', [assets[1]!.id]: '2500.25' })
    expect(asked).toEqual([
      {
        path: 'POST /v1/fungible/price',
        body: {
          projectId: 'shop',
          currency: 'eur',
          addresses: [`eip155:1:${first}`, `eip155:1:${second}`],
        },
      },
    ])
    expect(staleTime).toBe(15_000)
    expect(queryKey).toEqual([
      'latchkey',
      'default',
      'prices',
      'eur',
      assets.map(({ id }) => id).join(),
    ])
  })

  test('behavior: nothing is asked without a gateway, of chains it does not serve, and of coins that have no address', async () => {
    const { url, asked } = await gatewayOf([])
    const kit = kitOf(url)
    expect(await pricesQuery(kitOf(undefined), { assets: [token(first)] }).queryFn()).toEqual({})
    const coin = kit.adapters.alpha!.nativeAsset(kit.adapters.alpha!.chains[0]!)
    expect(await pricesQuery(kit, { assets: [token(first, 'eip155:2'), coin] }).queryFn()).toEqual(
      {},
    )
    expect(asked).toEqual([])
  })

  test.each([
    ['zero', 0],
    ['more than anything is worth', 1e14],
  ])('behavior: a price of %s is none', async (_, price) => {
    const { url } = await gatewayOf([{ ...face, address: `eip155:1:${first}`, price }])
    expect(await pricesQuery(kitOf(url), { assets: [token(first)] }).queryFn()).toEqual({})
  })

  test('error: an answer that is none', async () => {
    const { url } = await gatewayOf([{ address: 'x' }])
    await expect(
      pricesQuery(kitOf(url), { assets: [token(first)] }).queryFn(),
    ).rejects.toMatchObject({
      code: 'gateway-answer-invalid',
    })
  })
})
