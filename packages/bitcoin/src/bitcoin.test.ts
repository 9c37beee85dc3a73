import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Connector, ConnectorEvent } from '@latchkey/core'
import { addressOf } from '@latchkey/protocol'
import { isBitcoinSignature, mockWbipWallet, wbipPersonas } from '@latchkey/testing'
import { describeAdapter } from '@latchkey/testing/adapter'
import { TEST_NETWORK } from '@scure/btc-signer'
import { build, minify } from 'vite'
import { describe, expect, test } from 'vitest'
import { local, page, published, request } from '../test/fixture.ts'
import { bitcoin } from './bitcoin.ts'

const network = { ...TEST_NETWORK, bech32: 'bcrt' }
const rejection = {
  jsonrpc: '2.0',
  id: 1,
  error: { code: -32000, message: 'User rejected the request' },
}

for (const [kind, options] of [
  ['', {}],
  [', a wallet that is a class', { isClass: true }],
] as const) {
  describeAdapter(`bitcoin${kind}`, () => {
    const { target, wallet, adapter } = page(options)
    const [payment = '', second = ''] = wallet.addresses().map(({ address }) => address)
    return {
      adapter,
      install: () => wallet.install(target),
      behave: wallet.behave,
      release: wallet.release,
      selectAccount: wallet.selectAccount,
      selectOtherChain: () => wallet.selectNetwork('Testnet4'),
      revoke: wallet.revoke,
      prompts: wallet.prompts,
      listenerCount: wallet.listenerCount,
      addresses: {
        valid: [payment, second, ...published.test],
        invalid: [
          '',
          payment.slice(0, -1),
          `${payment}1`,
          second.replace(/.$/, 'b'),
          ...published.mainnet,
          ` ${payment}`,
          'ada.btc',
        ],
        same: [second, second.toUpperCase()],
      },
      rejection,
      // Coins that the wallet sends all the same must be known.
      keepsWaiting: ['transfer'],
      verify: async ({ account, message, signature }) =>
        isBitcoinSignature(addressOf(account), network, message, signature),
    }
  })
}

const discover = (adapter: ReturnType<typeof bitcoin>) => {
  const connectors: Connector[] = []
  adapter.discover((connector) => connectors.push(connector))()
  return connectors
}

describe('bitcoin', () => {
  test('default', () => {
    const adapter = bitcoin({ chains: [local] })
    expect([adapter.namespace, adapter.nativeAsset(local).id]).toEqual([
      'bip122',
      `${local.id}/slip44:0`,
    ])
  })

  test.each([[[]], [[local, local]], [[{ ...local, id: 'eip155:1' as const }]]])(
    'parameters: bad chains %#',
    (chains) => {
      expect(() => bitcoin({ chains })).toThrow(expect.objectContaining({ code: 'config-invalid' }))
    },
  )

  test('behavior: on a server there is nothing to discover', () => {
    expect(discover(bitcoin({ chains: [local] }))).toEqual([])
  })

  test.each(['plain', 'rich'] as const)(
    'behavior: a wallet like %s grants payment first, then ordinals',
    async (name) => {
      const { target, wallet, adapter } = page({ persona: wbipPersonas[name] })
      wallet.install(target)
      const [connector] = discover(adapter)
      const { sessions } = (await connector?.connect(request())) ?? {}
      const [payment, ordinals] = wallet.addresses()
      expect(sessions).toEqual([
        {
          namespace: 'bip122',
          chains: [],
          accounts: [
            { account: `${local.id}:${payment?.address}`, type: 'payment' },
            { account: `${local.id}:${ordinals?.address}`, type: 'ordinals' },
          ],
          selected: `${local.id}:${payment?.address}`,
        },
      ])
      const signal = new AbortController().signal
      for (const { account } of sessions?.[0]?.accounts ?? []) {
        const { signature = '' } =
          (await connector?.features.signMessage?.({ account, message: 'Hello', signal })) ?? {}
        expect(isBitcoinSignature(addressOf(account), network, 'Hello', signature)).toBe(true)
      }
      expect(
        wallet.requests.map(({ params }) => (params as { protocol?: string }).protocol),
      ).toEqual([undefined, 'ECDSA', 'BIP322'])
    },
  )

  test('behavior: both installed, each click asks its own', async () => {
    const { target, wallet: rich, adapter } = page()
    const plain = mockWbipWallet({ persona: wbipPersonas.plain })
    rich.install(target)
    plain.install(target)
    const connectors = discover(adapter)
    expect(connectors.map(({ wallet }) => wallet.keys[0])).toEqual([
      'XverseProviders.BitcoinProvider',
      'LeatherProvider',
    ])
    // What stands at the path by then does not matter.
    const later = mockWbipWallet({ persona: wbipPersonas.plain })
    later.install(target)
    await connectors[1]?.connect(request())
    expect([rich.requests.length, plain.requests.length, later.requests.length]).toEqual([0, 1, 0])
    await connectors[0]?.connect(request())
    expect([rich.requests.length, plain.requests.length, later.requests.length]).toEqual([1, 1, 0])
  })

  test('behavior: an account that was not granted is not asked for', async () => {
    const { target, wallet, adapter } = page()
    wallet.install(target)
    const [connector] = discover(adapter)
    await connector?.connect(request())
    const signal = new AbortController().signal
    const asked = connector?.features.signMessage?.({
      account: `${local.id}:${published.test[1]}`,
      message: 'x',
      signal,
    })
    await expect(asked).rejects.toMatchObject({ code: 'account-missing' })
    expect(wallet.requests).toHaveLength(1)
  })

  test.each([
    [
      'an address of another network',
      { addresses: [{ address: published.mainnet[0], purpose: 'payment' }] },
      'wallet-answer-invalid',
    ],
    [
      'a wrong checksum',
      { addresses: [{ address: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfm' }] },
      'wallet-answer-invalid',
    ],
    [
      'Stacks only',
      { addresses: [{ symbol: 'STX', address: 'SP000000000000000000002Q6VF78' }] },
      'account-missing',
    ],
    [
      'good ones with a bad one',
      { addresses: [{ address: published.test[1] }, { address: published.mainnet[1] }] },
      'wallet-answer-invalid',
    ],
  ])('behavior: %s grants nothing', async (_, lie, code) => {
    const { target, wallet, adapter } = page()
    wallet.install(target)
    wallet.behave({ lie })
    await expect(discover(adapter)[0]?.connect(request())).rejects.toMatchObject({ code })
  })

  test.each([
    undefined,
    null,
    7,
    {},
    { addresses: [] },
    { addresses: [{ address: published.mainnet[0] }] },
  ])(
    'behavior: a change that brings no account to believe ends the session: %#',
    async (payload) => {
      const { target, wallet, adapter } = page()
      wallet.install(target)
      const [connector] = discover(adapter)
      await connector?.connect(request())
      const events: ConnectorEvent[] = []
      const stop = connector?.watch((event) => events.push(event))
      await Promise.resolve()
      wallet.emit('accountChange', payload)
      await expect.poll(() => events.map(({ type }) => type)).toEqual(['end'])
      stop?.()
    },
  )

  test('behavior: payment comes first, whatever the wallet tells first', async () => {
    const { target, wallet, adapter } = page()
    wallet.install(target)
    const [payment, ordinals] = wallet.addresses()
    wallet.behave({ lie: { addresses: [ordinals, payment] } })
    const grant = await discover(adapter)[0]?.connect(request())
    expect(grant?.sessions[0]?.accounts.map(({ type }) => type)).toEqual(['payment', 'ordinals'])
    expect(grant?.sessions[0]?.selected).toBe(`${local.id}:${payment?.address}`)
  })

  test('behavior: another object at the same path is a newer connector of the same id', async () => {
    const { target, wallet, adapter } = page()
    wallet.install(target)
    const [before] = discover(adapter)
    const newer = mockWbipWallet({ persona: wbipPersonas.rich })
    newer.install(target)
    const after = discover(adapter).at(-1)
    expect(after?.id).toBe(before?.id)
    await after?.connect(request())
    expect([wallet.requests.length, newer.requests.length]).toEqual([0, 1])
  })

  test('behavior: a wallet that stands there late is found', async () => {
    const { target, wallet, adapter } = page()
    const connectors: Connector[] = []
    const stop = adapter.discover((connector) => connectors.push(connector))
    wallet.install(target)
    await expect.poll(() => connectors.length).toBe(1)
    stop()
  })

  test('behavior: what loads before a click is small and asks no wallet', async () => {
    const entry = fileURLToPath(new URL('bitcoin.ts', import.meta.url))
    const [{ output } = { output: [] }] = (await build({
      configFile: false,
      logLevel: 'silent',
      resolve: { conditions: ['latchkey-source', 'module', 'import', 'default'] },
      build: { write: false, lib: { entry, formats: ['es'], fileName: 'page' } },
    })) as unknown as {
      output: {
        isEntry: boolean
        fileName: string
        code: string
        imports: string[]
        modules: object
      }[]
    }[]
    const byName = new Map(output.map((chunk) => [chunk.fileName, chunk]))
    const initial = new Set<string>()
    const visit = (name: string) => {
      if (initial.has(name)) return
      initial.add(name)
      for (const next of byName.get(name)?.imports ?? []) {
        visit(next)
      }
    }
    for (const chunk of output) {
      if (chunk.isEntry) visit(chunk.fileName)
    }
    const modules = [...initial].flatMap((name) => Object.keys(byName.get(name)?.modules ?? {}))
    expect(modules.some((name) => name.endsWith('/bitcoin/src/connect/discover.ts'))).toBe(true)
    expect(
      modules.filter((name) =>
        /node_modules|bitcoin\/src\/connect\/connector|wbip\/src\/request/.test(name),
      ),
    ).toEqual([])
    const gzipped = async (names: Iterable<string>) => {
      const codes = [...names].map(async (name) => {
        const chunk = byName.get(name)
        return chunk ? (await minify(chunk.fileName, chunk.code, { module: true })).code : ''
      })
      return gzipSync((await Promise.all(codes)).join(''), { level: 9 }).length
    }
    const size = await gzipped(initial)
    // What comes by itself once the page is looked at: the listening, and nothing that asks a
    // wallet.
    const heard = output.find(({ modules }) =>
      Object.keys(modules).some((name) => name.endsWith('/discover-standard.ts')),
    )
    const late = new Set(
      [heard?.fileName ?? '', ...(heard?.imports ?? [])].filter((name) => !initial.has(name)),
    )
    const listening = await gzipped(late)
    console.info(
      `bitcoin, before a click: ${size} B gzip, then ${listening} B, of ${output.length} files`,
    )
    expect(size).toBeLessThanOrEqual(4224)
    expect(late.has('') || initial.has(heard?.fileName ?? '')).toBe(false)
    expect(listening).toBeLessThanOrEqual(1536)
  })
})
