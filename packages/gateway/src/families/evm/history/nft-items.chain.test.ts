import { encodeAbiParameters } from 'viem'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { nftItems as table } from '../../../data/index-schema.ts'
import type { Database } from '../../../data/sql.ts'
import type { PublicFetch } from '../../../ports/image-port.ts'
import type { NodePort } from '../../../ports/node-port.ts'
import { describeDatabases } from '../../../test/describe-databases.ts'
import { at } from '../../../test/seen-transactions.ts'
import { type NftKey, nftItems, nftKey } from './nft-items.ts'

const chain = 'eip155:31337'
const png = 'data:image/png;base64,iVBORw0KGgo='
const json = (value: unknown): string =>
  `data:application/json;base64,${Buffer.from(JSON.stringify(value)).toString('base64')}`
const key = (tokenId: bigint, kind: NftKey['kind'] = 'erc721'): NftKey => ({
  chain,
  address: at('9'),
  tokenId,
  kind,
})
const made: { database?: Database } = {}
const db = () => (made.database as Database).db

/** A collection whose tokens name these documents, and a web of these pages. */
function itemsOf(
  documents: Record<string, string | 'error' | 'down'>,
  web: Record<string, string | { location: string }> = {},
  ipfsGateway?: string,
) {
  const asked: string[] = []
  const fetched: string[] = []
  const state = { now: 1_000_000_000_000, delayMs: 0, running: 0, most: 0 }
  const nodes: NodePort = {
    async ask(_chain, [call]) {
      state.most = Math.max(state.most, ++state.running)
      await new Promise((resolve) => setTimeout(resolve, state.delayMs))
      state.running--
      const id = BigInt(`0x${call?.params?.match(/([\da-f]{64})"/)?.[1]}`).toString()
      asked.push(id)
      const document = documents[id]
      if (document === 'down') throw new Error('down')
      if (document === 'error' || document === undefined)
        return [{ kind: 'error', text: '{"code":3}' }]
      return [
        {
          kind: 'result',
          text: JSON.stringify(encodeAbiParameters([{ type: 'string' }], [document])),
        },
      ]
    },
  }
  const fetchPublic: PublicFetch = async (url) => {
    fetched.push(url.href)
    const page = web[url.href]
    if (page === undefined) throw new Error('no host')
    if (typeof page !== 'string')
      return { status: 302, location: page.location, bytes: new Uint8Array() }
    return { status: 200, bytes: Buffer.from(page) }
  }
  const images = {
    load: async (address: string) => {
      if (/svg/.test(address)) throw new Error('no raster')
      return { bytes: new Uint8Array([1, 2]), type: 'image/png' as const }
    },
  }
  const open = () =>
    nftItems({ db: db(), nodes, fetchPublic, images, ipfsGateway, now: () => state.now })
  const items = open()
  const face = async (id: bigint, kind?: NftKey['kind'], from = items) =>
    (await from.find([key(id, kind)], 5_000)).get(nftKey(key(id)))
  return { items, open, face, asked, fetched, state }
}

describeDatabases('nftItems', (open) => {
  beforeAll(async () => {
    made.database = await open()
  })
  beforeEach(() => db().delete(table))

  test('default', async () => {
    const { face, open: again, asked } = itemsOf({ 5: json({ name: 'Tom', image: png }) })
    const tom = { name: 'Tom', image: 'data:image/png;base64,AQI=' }
    expect(await face(5n)).toEqual(tom)
    expect(await face(5n)).toEqual(tom)
    expect(await face(5n, 'erc721', again())).toEqual(tom)
    expect(asked).toEqual(['5'])
  })

  test('behavior: documents of every spelling, and none', async () => {
    const id = 'f'.padStart(64, '0')
    const { face, fetched } = itemsOf(
      {
        1: `data:application/json;utf8,${JSON.stringify({ name: '100% real', image: 'https://i.example/1.png' })}`,
        2: `data:application/json,${encodeURIComponent(JSON.stringify({ name: 'B', image_url: 'ipfs://Qm1/2.png' }))}`,
        3: json({ name: ' \u202eC\n', image: 'javascript:alert(1)' }),
        4: json({ name: 7, image: 'data:image/svg+xml;base64,AA' }),
        5: json([1]),
        6: 'data:text/html,<b>',
        7: 'https://m.example/7',
        15: 'https://m.example/{id}.json',
        8: 'ipfs://ipfs/Qm1/8',
        9: 'ftp://m.example/9',
        10: 'error',
      },
      {
        'https://m.example/7': { location: '/moved' },
        'https://m.example/moved': JSON.stringify({ name: 'Seven' }),
        [`https://m.example/${id}.json`]: JSON.stringify({ name: 'Fifteen' }),
        'https://gate.example/ipfs/Qm1/8': JSON.stringify({ name: 'Eight' }),
      },
      'https://gate.example/ipfs',
    )
    expect(await face(1n)).toEqual({ name: '100% real', image: 'https://i.example/1.png' })
    expect(await face(2n)).toEqual({ name: 'B', image: 'ipfs://Qm1/2.png' })
    expect(await face(3n)).toEqual({ name: 'C', image: null })
    expect(await face(7n)).toEqual({ name: 'Seven', image: null })
    expect(await face(15n, 'erc1155')).toEqual({ name: 'Fifteen', image: null })
    expect(await face(8n)).toEqual({ name: 'Eight', image: null })
    for (const none of [4n, 5n, 6n, 9n, 10n]) {
      expect([none, await face(none)]).toEqual([none, { name: null, image: null }])
    }
    expect(
      fetched.filter(
        (url) => !url.startsWith('https://m.example/') && !url.startsWith('https://gate'),
      ),
    ).toEqual([])
  })

  test('behavior: no gateway, no ipfs', async () => {
    const { face, fetched } = itemsOf({ 8: 'ipfs://Qm1/8' })
    expect([await face(8n), fetched]).toEqual([{ name: null, image: null }, []])
  })

  test('behavior: redirects end, and lead to nothing but the web', async () => {
    const { face, fetched } = itemsOf(
      { 1: 'https://m.example/loop', 2: 'https://m.example/file' },
      {
        'https://m.example/loop': { location: '/loop' },
        'https://m.example/file': { location: 'file:///etc/passwd' },
      },
    )
    await face(1n)
    expect(fetched.length).toBe(4)
    await face(2n)
    expect(fetched.length).toBe(5)
  })

  test('behavior: a page does not wait long, and has it next time', async () => {
    const { items, state, face, asked } = itemsOf({ 5: json({ name: 'Tom' }) })
    state.delayMs = 300
    expect((await items.find([key(5n)], 10)).size).toBe(0)
    expect((await items.find([key(5n)], 10)).size).toBe(0)
    expect(await face(5n)).toMatchObject({ name: 'Tom' })
    expect(asked).toEqual(['5'])
  })

  test('behavior: what cannot be had now is tried again later, what has no face after a day', async () => {
    const { items, state, asked, open: again } = itemsOf({ 1: 'down', 2: 'error' })
    const find = (from = items) => from.find([key(1n), key(2n)], 5_000)
    expect((await find()).size).toBe(1)
    await find()
    expect(asked).toEqual(['1', '2'])
    state.now += 61_000
    await find()
    expect(asked).toEqual(['1', '2', '1'])
    state.now += 86_400_000
    await find(again())
    expect(asked.slice(3).sort()).toEqual(['1', '2'])
  })

  test('behavior: six are looked at together', async () => {
    const documents = Object.fromEntries(
      Array.from({ length: 30 }, (_, id) => [id, json({ name: `N${id}` })]),
    )
    const { items, state } = itemsOf(documents)
    state.delayMs = 20
    const keys = Array.from({ length: 30 }, (_, id) => key(BigInt(id)))
    expect([(await items.find(keys, 20_000)).size, state.most]).toEqual([30, 6])
  })
})
