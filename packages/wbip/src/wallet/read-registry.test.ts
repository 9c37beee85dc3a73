import { describe, expect, test } from 'vitest'
import { readRegistry } from './read-registry.ts'

const wallet = (more: object = {}) => ({ request: async () => undefined, ...more })
const icon = 'data:image/png;base64,AAAA'
const paths = (page: unknown) => readRegistry(page).map(({ path }) => path)

describe('readRegistry', () => {
  test('default', () => {
    const [one, two, three] = [wallet(), wallet(), wallet()]
    const page = {
      Ada: one,
      Grace: { Wallet: two },
      Third: three,
      btc_providers: [{ id: 'Ada', name: 'Ada', icon }],
      wbip_providers: [{ id: 'Grace.Wallet', name: 'Grace' }],
      webbtc_stx_providers: [{ id: 'Third', name: 'Third' }],
    }
    const plain = { manner: 'plain', isBitcoinOnly: false, isListed: true }
    expect(readRegistry(page)).toEqual([
      { path: 'Ada', name: 'Ada', icon, provider: one, ...plain },
      { path: 'Grace.Wallet', name: 'Grace', provider: two, ...plain },
      { path: 'Third', name: 'Third', provider: three, ...plain },
    ])
    expect(readRegistry(page)[0]?.provider).toBe(one)
  })

  test('behavior: wallets that list themselves nowhere are found where they stand', () => {
    const unisat = { requestAccounts() {}, getPublicKey() {}, signMessage() {} }
    const page = {
      LeatherProvider: wallet(),
      XverseProviders: { BitcoinProvider: wallet() },
      unisat,
    }
    expect(
      readRegistry(page).map(({ path, manner, isListed }) => [path, manner, isListed]),
    ).toEqual([
      ['LeatherProvider', 'hex-psbt', false],
      ['XverseProviders.BitcoinProvider', 'by-address-with-key', false],
      ['unisat', 'unisat', false],
    ])
  })

  test('behavior: an object is one row, whatever paths and lists lead to it', () => {
    const one = wallet()
    const entry = { id: 'LeatherProvider', name: 'Leather' }
    const page = {
      LeatherProvider: one,
      Copy: one,
      btc_providers: [entry, entry],
      wbip_providers: [entry, { id: 'Copy', name: 'Copy' }],
    }
    expect(paths(page)).toEqual(['LeatherProvider'])
  })

  test('behavior: who lists a known path under another name does not rename it', () => {
    const page = {
      LeatherProvider: wallet(),
      btc_providers: [{ id: 'LeatherProvider', name: 'Xverse Wallet' }],
    }
    expect(readRegistry(page)).toMatchObject([{ path: 'LeatherProvider', name: 'Leather' }])
  })

  test('behavior: a borrowed name makes a row of its own, with its own path', () => {
    const page = {
      LeatherProvider: wallet(),
      Evil: wallet(),
      btc_providers: [{ id: 'Evil', name: 'Leather' }],
    }
    expect(readRegistry(page).map(({ path, name }) => [path, name])).toEqual([
      ['Evil', 'Leather'],
      ['LeatherProvider', 'Leather'],
    ])
  })

  test('behavior: direction and control characters leave a name; one without letters is no row', () => {
    const page = {
      A: wallet(),
      B: wallet(),
      btc_providers: [
        { id: 'A', name: '\u202eabc\u0000 ' },
        { id: 'B', name: '\u200b' },
      ],
    }
    expect(readRegistry(page).map(({ name }) => name)).toEqual(['abc'])
  })

  test('behavior: a look-alike that says it is another is not listed at that path', () => {
    const unisat = { requestAccounts() {}, getPublicKey() {}, signMessage() {} }
    expect(paths({ unisat: { ...unisat, isBitKeep: true } })).toEqual([])
    expect(paths({ unisat: { ...unisat, isBinance: true } })).toEqual([])
  })

  test('behavior: a wallet at a path of its own choice is known by its marks', () => {
    const marked = wallet({ signMultipleTransactions() {}, createRepeatInscriptions() {} })
    const page = {
      Own: wallet({ isLeather: true }),
      Other: marked,
      btc_providers: [
        { id: 'Own', name: 'O' },
        { id: 'Other', name: 'P' },
      ],
    }
    expect(readRegistry(page).map(({ name, manner }) => [name, manner])).toEqual([
      ['O', 'hex-psbt'],
      ['P', 'by-address-with-key'],
    ])
  })

  test.each([
    'javascript:alert(1)',
    'https://example.com/a.png',
    `data:image/png;base64,${'A'.repeat(70_000)}`,
    7,
  ])('behavior: icon %# is left out', (bad) => {
    const page = { A: wallet(), btc_providers: [{ id: 'A', name: 'A', icon: bad }] }
    expect(readRegistry(page)[0]).not.toHaveProperty('icon')
  })

  test('behavior: hostile lists and entries cost the others nothing', () => {
    const cyclic: Record<string, unknown> = { id: 'Cyclic', name: 'Cyclic' }
    cyclic.self = cyclic
    const trap = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no')
        },
      },
    )
    const page: Record<string, unknown> = {
      Ada: wallet(),
      Cyclic: {},
      Silent: {
        get request(): never {
          throw new Error('no')
        },
      },
      get wbip_providers(): never {
        throw new Error('no')
      },
      webbtc_stx_providers: { length: 1e9 },
      btc_providers: [
        null,
        0,
        'Ada',
        trap,
        cyclic,
        { id: 7 },
        { id: 'Silent', name: 'S' },
        {
          id: 'Ada',
          get name(): never {
            throw new Error('no')
          },
        },
        { id: 'Ada', name: 'Ada' },
      ],
    }
    expect(paths(page)).toEqual(['Ada'])
  })

  test('behavior: a revoked proxy, no page, and lists without end', () => {
    const { proxy, revoke } = Proxy.revocable([], {})
    revoke()
    for (const page of [undefined, null, 7, {}, { btc_providers: proxy }]) {
      expect(paths(page)).toEqual([])
    }
    const ids = Array.from({ length: 1000 }, (_, i) => `P${i}`)
    const page = {
      ...Object.fromEntries(ids.map((id) => [id, wallet()])),
      btc_providers: ids.map((id) => ({ id, name: id })),
      wbip_providers: ids.slice(500).map((id) => ({ id, name: id })),
    }
    expect(paths(page)).toHaveLength(100)
  })

  test('behavior: reading asks no wallet anything', () => {
    const page = { LeatherProvider: { request: () => expect.unreachable() } }
    expect(paths(page)).toEqual(['LeatherProvider'])
  })
})
