import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import * as chains from 'viem/chains'
import { describe, expect, it } from 'vitest'
import {
  firstWallets,
  generateMoreWallets,
  generateNetworkNames,
  generateNetworks,
  generateWallets,
} from './generate.ts'
import { openingLinks } from './opening-links.ts'
import { readCatalog, statedFields } from './read.ts'
import { networkFile, walletFile } from './schema.ts'
import { contrast, tile } from './tile.ts'

const data = readCatalog()
const packageFile = (path: string) =>
  readFileSync(new URL(`../../packages/catalog/${path}`, import.meta.url), 'utf8')
const repeated = (list: readonly unknown[]) => list.filter((one, at) => list.indexOf(one) !== at)

describe('data', () => {
  it('default: the wallets and the fifty most used networks, valid', () => {
    expect(data.wallets.length).toBeGreaterThanOrEqual(140)
    expect(data.networks.length).toBeGreaterThanOrEqual(50)
  })

  it('behavior: every field that says something has a known source and its year', () => {
    let fields = 0
    for (const row of [...data.wallets, ...data.networks]) {
      for (const field of statedFields(row)) {
        fields += 1
        const sources = row.sources[field]
        expect(sources, `${row.id} ${field}`).toBeDefined()
        for (const source of sources ?? []) {
          expect(data.sources[source]?.year, `${row.id} ${source}`).toBeTypeOf('number')
        }
      }
    }
    expect(fields).toBeGreaterThan(500)
  })

  it('behavior: no source is given for a field that says nothing', () => {
    for (const row of [...data.wallets, ...data.networks]) {
      const stated = statedFields(row)
      expect(
        Object.keys(row.sources).filter((field) => !stated.includes(field)),
        row.id,
      ).toEqual([])
    }
  })

  it('behavior: statedFields sees a stated field, in a group too, and not an empty one', () => {
    expect(
      statedFields({
        id: 'x',
        rdns: 'a.b',
        homepage: null,
        aliases: [],
        mobile: { native: 'a://', universal: null },
      }),
    ).toEqual(['rdns', 'mobile.native'])
  })

  it('behavior: ids, ranks, rdns, keys and export names are unique', () => {
    const { wallets, networks } = data
    const keys = wallets.flatMap((w) => [
      ...new Set(
        [w.rdns, ...w.rdnsAliases, ...w.walletStandardNames, ...w.providerPaths].filter(
          (key) => key !== null,
        ),
      ),
    ])
    expect(repeated(wallets.map((w) => w.id))).toEqual([])
    expect(repeated(wallets.map((w) => w.rank))).toEqual([])
    expect(
      repeated(wallets.flatMap((w) => [w.name, ...w.aliases].map((name) => name.toLowerCase()))),
    ).toEqual([])
    expect(
      repeated(
        wallets.flatMap((w) => [w.explorerId, ...w.otherExplorerIds]).filter((id) => id !== null),
      ),
    ).toEqual([])
    expect(repeated(keys.map((key) => key.toLowerCase()))).toEqual([])
    expect(repeated(networks.map((n) => n.id))).toEqual([])
    expect(repeated(networks.map((n) => n.key))).toEqual([])
    expect(repeated(networks.map((n) => n.rank))).toEqual([])
  })

  it('behavior: ranks have no gap, and an id that was given once stays', () => {
    expect(data.wallets.map(({ rank }) => rank)).toEqual(data.wallets.map((_, at) => at + 1))
    const given =
      `metamask coinbase trust okx phantom binance rainbow rabby bitget ledger zerion uniswap safe brave bybit backpack solflare exodus xverse leather tokenpocket imtoken safepal crypto-com kraken ronin robinhood 1inch ready magic-eden onekey coin98 core frame keplr ctrl taho talisman subwallet unisat`.split(
        ' ',
      )
    expect(data.wallets.slice(0, firstWallets).map(({ id }) => id)).toEqual(given)
  })

  it('behavior: at least a hundred wallets open by a link of their app, marked observed or derived', () => {
    const linked = data.wallets.filter((wallet) => openingLinks(wallet).mobile_link !== null)
    expect(linked.length).toBeGreaterThanOrEqual(100)
    for (const wallet of data.wallets) {
      const { link_formats: marks, ...links } = openingLinks(wallet)
      const stated = Object.entries(links).flatMap(([field, link]) =>
        link === null ? [] : [field],
      )
      expect(Object.keys(marks ?? {}), wallet.id).toEqual(stated)
      expect(
        Object.values(marks ?? {}).every((mark) => mark === 'observed' || mark === 'derived'),
      ).toBe(true)
    }
    const marks = linked.map((wallet) => openingLinks(wallet).link_formats?.mobile_link)
    expect(new Set(marks)).toEqual(new Set(['observed', 'derived']))
  })

  it('behavior: every link is an address whose scheme runs no script, before and after the pairing link is in it', () => {
    const encoded = encodeURIComponent(
      `wc:${'ab'.repeat(32)}@2?relay-protocol=irn&symKey=${'cd'.repeat(32)}`,
    )
    for (const wallet of data.wallets) {
      const { link_formats: _, ...links } = openingLinks(wallet)
      const stores = Object.values(wallet.stores)
      for (const link of [...Object.values(links), ...stores, wallet.homepage]) {
        if (!link) continue
        const { protocol } = new URL(link.replace(/\{(?:uri|rawUri)\}/, encoded))
        expect(protocol, wallet.id).not.toMatch(
          /^(?:javascript|data|blob|file|filesystem|about|vbscript|view-source|http|wss?|intent):$/,
        )
      }
      for (const link of [...stores, wallet.homepage, links.universal_link, links.webapp_link]) {
        if (link) expect(new URL(link).protocol, wallet.id).toBe('https:')
      }
    }
  })

  it('behavior: each wallet has a picture and each picture a wallet', () => {
    const names = readdirSync(new URL('../../packages/catalog/data/wallets/', import.meta.url))
    const of = (ending: string) =>
      names.filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length))
    expect(of('.svg')).toEqual(of('.json'))
  })

  it('behavior: the letter of each tile reads at AA, computed from the picture itself', () => {
    for (const wallet of data.wallets) {
      const fills = [...wallet.svg.matchAll(/fill="(#[0-9a-f]{6})"/g)].map(
        ([, color]) => color as string,
      )
      expect(fills, wallet.id).toHaveLength(2)
      expect(contrast(fills[0] as string, fills[1] as string), wallet.id).toBeGreaterThanOrEqual(
        4.5,
      )
      expect(wallet.svg, wallet.id).toBe(tile(wallet.name, wallet.color))
    }
  })

  it('behavior: pictures hold nothing that runs or loads', () => {
    for (const wallet of data.wallets) {
      expect(wallet.svg).not.toMatch(/<script|<foreignObject|href=|\son\w+=|url\(/i)
      expect(wallet.svg.length).toBeLessThanOrEqual(4096)
    }
  })

  it('behavior: eip155 networks agree with viem', () => {
    const known = new Map(
      Object.entries(chains).map(([key, chain]) => [key, chain as chains.Chain]),
    )
    const ours = data.networks.filter((network) => network.id.startsWith('eip155:'))
    expect(ours.length).toBeGreaterThanOrEqual(45)
    for (const network of ours) {
      const theirs = known.get(network.key)
      expect(`eip155:${theirs?.id}`).toBe(network.id)
      expect({ ...theirs?.nativeCurrency }, network.key).toEqual(network.nativeCurrency)
      expect(theirs?.name).toBe(network.name)
      expect(theirs?.testnet === true).toBe(network.testnet)
      expect(theirs?.blockExplorers?.default.url.replace(/\/$/, '')).toBe(network.explorer?.url)
      expect(theirs?.contracts?.multicall3?.address).toBe(network.contracts?.multicall3)
      expect(theirs?.contracts?.ensUniversalResolver?.address).toBe(
        network.contracts?.ensUniversalResolver,
      )
    }
  })

  it('behavior: the generated files are what the data make', () => {
    expect(packageFile('src/wallets.gen.ts')).toBe(generateWallets(data))
    expect(packageFile('src/more-wallets.gen.ts')).toBe(generateMoreWallets(data))
    expect(packageFile('src/networks.gen.ts')).toBe(generateNetworks(data))
    expect(packageFile('src/network-names.gen.ts')).toBe(generateNetworkNames(data))
  })

  it('behavior: the first wallets weigh at most 3.75 KiB gzip, the others come apart and at most 20 KiB', () => {
    const bytes = (path: string) => gzipSync(packageFile(path), { level: 9 }).length
    expect(bytes('src/wallets.gen.ts')).toBeLessThanOrEqual(3840)
    expect(bytes('src/more-wallets.gen.ts')).toBeLessThanOrEqual(20 * 1024)
  })
})

describe('schema', () => {
  const wallet = JSON.parse(packageFile('data/wallets/metamask.json'))
  const network = JSON.parse(packageFile('data/networks/eip155-1.json'))

  it('default', () => {
    expect(walletFile.safeParse(wallet).success).toBe(true)
    expect(networkFile.safeParse(network).success).toBe(true)
  })

  it.each([
    ['unknown field', { surprise: 1 }],
    ['id', { id: 'Meta Mask' }],
    ['homepage', { homepage: 'http://metamask.io' }],
    ['homepage that runs', { homepage: 'javascript:alert(1)' }],
    ['mobile.native that runs', { mobile: { ...wallet.mobile, native: 'javascript://x' } }],
    [
      'mobile.wcNative without a place for the uri',
      { mobile: { ...wallet.mobile, wcNative: 'metamask://wc' } },
    ],
    ['a link observed without a pattern', { formats: { ...wallet.formats, native: 'observed' } }],
    ['a pattern that is called derived', { formats: { ...wallet.formats, universal: 'derived' } }],
    ['a link derived from nothing', { formats: { ...wallet.formats, web: 'derived' } }],
    ['a web page that runs', { webApp: 'javascript:alert(1)' }],
    ['a desktop link that runs', { desktop: { native: 'data://x', universal: null } }],
    ['an explorer id that is none', { otherExplorerIds: ['c57ca95b'] }],
    ['rdns', { rdns: 'metamask' }],
    ['color', { color: 'red' }],
    ['families', { families: [] }],
    ['sources', { sources: { name: [] } }],
  ])('parameters: refuses %s', (_, change) => {
    expect(walletFile.safeParse({ ...wallet, ...change }).success).toBe(false)
  })

  it.each([
    ['id', { id: '1' }],
    ['key', { key: 'class name' }],
    ['decimals', { nativeCurrency: { ...network.nativeCurrency, decimals: 37 } }],
    ['rpcUrls', { rpcUrls: ['https://rpc.example'] }],
    ['contracts', { contracts: { multicall3: '0x1' } }],
    ['explorer', { explorer: { name: 'x', url: 'https://x.example/' } }],
  ])('parameters: refuses a network with another %s', (_, change) => {
    expect(networkFile.safeParse({ ...network, ...change }).success).toBe(false)
  })
})

describe('tile', () => {
  it('default: white on a dark colour, near-black on a light one', () => {
    expect(tile('ada', '#123456')).toContain('fill="#ffffff">A<')
    expect(tile('ada', '#ffee00')).toContain('fill="#111111">A<')
  })

  it('behavior: contrast is that of WCAG 2', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
    expect(contrast('#ffffff', '#777777')).toBeCloseTo(4.48, 2)
  })
})
