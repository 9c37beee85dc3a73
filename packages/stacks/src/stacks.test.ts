import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Connector, ConnectorEvent } from '@latchkey/core'
import { mockWbipWallet, wbipPersonas } from '@latchkey/testing'
import { describeAdapter } from '@latchkey/testing/adapter'
import { build, minify } from 'vite'
import { describe, expect, test } from 'vitest'
import { boot, connected, local, mainnet, page, request, signal, testnet } from '../test/fixture.ts'
import { isStacksProof } from '../test/is-stacks-proof.ts'
import { stacks } from './stacks.ts'

const rejection = {
  jsonrpc: '2.0',
  id: 1,
  error: { code: -32000, message: 'User rejected the request' },
}
const sent = { stx_transferStx: () => ({ txid: 'ab'.repeat(32) }) }

describe.each([
  ['plain', 'plain', false],
  ['rich', 'rich', false],
  ['a class', 'rich', true],
] as const)('a wallet like %s', (kind, name, isClass) => {
  // Only one of them tells events; both must pass everything else, so events of the other are told
  // by hand.
  const persona = { ...wbipPersonas[name], hasEvents: true, canDisconnect: true }
  describeAdapter(`stacks, ${kind}`, () => {
    const { target, wallet, adapter } = page({ persona, verbs: sent, isClass })
    const [, , own] = wallet.addresses()
    return {
      adapter,
      install: () => wallet.install(target),
      behave: wallet.behave,
      release: wallet.release,
      selectAccount: wallet.selectAccount,
      selectOtherChain: () => wallet.selectNetwork(name === 'rich' ? 'Testnet4' : 'testnet'),
      revoke: wallet.revoke,
      prompts: wallet.prompts,
      listenerCount: wallet.listenerCount,
      keepsWaiting: ['transfer'],
      addresses: {
        valid: [boot.test, own?.address ?? '', `${boot.test}.pox-4`],
        invalid: [
          '',
          boot.main,
          boot.test.slice(0, -1),
          `${boot.test}1`,
          boot.test.replace(/.$/, 'J'),
          boot.test.toLowerCase(),
          `${boot.test}.`,
          `${boot.test}.1x`,
          `${boot.test}.a.b`,
          ` ${boot.test}`,
          'ada.btc',
        ],
        same: [boot.test, boot.test],
      },
      rejection,
      verify: async (proof) => isStacksProof(proof),
    }
  })
})

const discover = (adapter: ReturnType<typeof stacks>) => {
  const connectors: Connector[] = []
  adapter.discover((connector) => connectors.push(connector))()
  return connectors
}

describe('stacks', () => {
  test('default', () => {
    const adapter = stacks({ chains: [local] })
    expect([adapter.namespace, adapter.nodes, adapter.nativeAsset(local).id]).toEqual([
      'stacks',
      'rest',
      `${local.id}/slip44:5757`,
    ])
  })

  test('parameters: rpc', () => {
    const adapter = stacks({
      chains: [local, testnet],
      rpc: { [testnet.id]: 'https://one.example' },
    })
    expect(adapter.chains.map(({ rpcUrls }) => rpcUrls)).toEqual([
      local.rpcUrls,
      ['https://one.example'],
    ])
  })

  test.each([
    [[]],
    [[local, local]],
    [[{ ...local, id: 'eip155:1' as const }]],
    [[{ ...local, id: 'stacks:x' as const }]],
  ])('parameters: bad chains %#', (chains) => {
    expect(() => stacks({ chains })).toThrow(expect.objectContaining({ code: 'config-invalid' }))
  })

  test('behavior: on a server there is nothing to discover', () => {
    expect(discover(stacks({ chains: [local] }))).toEqual([])
  })

  test('behavior: wallets for Bitcoin alone are no wallets for Stacks', () => {
    const { target, adapter } = page()
    mockWbipWallet({
      persona: { ...wbipPersonas.rich, path: 'magicEden.bitcoin', registries: [] },
    }).install(target)
    expect(discover(adapter)).toEqual([])
  })

  test('behavior: both installed, each click asks its own', async () => {
    const { target, wallet: rich, adapter } = page()
    const plain = mockWbipWallet({ persona: wbipPersonas.plain })
    rich.install(target)
    plain.install(target)
    const connectors = discover(adapter)
    expect(connectors.map(({ id, together }) => [id, together])).toEqual([
      ['stacks:XverseProviders.BitcoinProvider', 'XverseProviders.BitcoinProvider'],
      ['stacks:LeatherProvider', 'LeatherProvider'],
    ])
    // What stands at the path by then does not matter.
    const later = mockWbipWallet({ persona: wbipPersonas.plain })
    later.install(target)
    await connectors[1]?.connect(request())
    expect([rich.requests.length, plain.requests.length, later.requests.length]).toEqual([0, 1, 0])
    await connectors[0]?.connect(request())
    expect([rich.requests.length, plain.requests.length, later.requests.length]).toEqual([1, 1, 0])
  })

  test.each([
    [[mainnet], 'SP'],
    [[testnet], 'ST'],
    [[mainnet, testnet], 'SP'],
  ])('behavior: %o is asked for, and its addresses begin so', async (chains, start) => {
    const { account } = await connected({}, chains)
    expect(account.startsWith(`${chains[0]?.id}:${start}`)).toBe(true)
  })

  test.each([
    [
      'an address of another network',
      { addresses: [{ address: boot.main, symbol: 'STX' }] },
      'wallet-answer-invalid',
    ],
    [
      'a wrong checksum',
      { addresses: [{ address: boot.test.replace('2A', '2B') }] },
      'wallet-answer-invalid',
    ],
    [
      'a second one of another network',
      { addresses: [boot.test, boot.main].map((address) => ({ address, symbol: 'STX' })) },
      'wallet-answer-invalid',
    ],
    [
      'Bitcoin only',
      { addresses: [{ address: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn' }] },
      'account-missing',
    ],
    [
      'Bitcoin as Stacks',
      { addresses: [{ address: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', purpose: 'stacks' }] },
      'wallet-answer-invalid',
    ],
  ])('behavior: %s is not granted', async (_, lie, code) => {
    const { target, wallet, adapter } = page()
    wallet.install(target)
    wallet.behave({ lie })
    await expect(discover(adapter)[0]?.connect(request())).rejects.toMatchObject({ code })
  })

  test('behavior: a wallet that lacks the general request is asked by its own name for it', async () => {
    const { target, wallet, adapter } = page({ persona: wbipPersonas.plain })
    wallet.behave({ fail: { code: -32601, message: 'no such method' } }, 'getAddresses')
    wallet.behave({ lie: { addresses: [{ address: boot.test }] } }, 'stx_getAddresses')
    wallet.install(target)
    const { sessions } = (await discover(adapter)[0]?.connect(request())) ?? {}
    expect(sessions?.[0]?.selected).toBe(`${local.id}:${boot.test}`)
  })

  test('behavior: one prompt is taken for all families, by whoever is asked first', async () => {
    const { target, wallet, adapter } = page()
    wallet.install(target)
    const [connector] = discover(adapter)
    const together: { answered?: unknown } = {}
    await connector?.connect(request({ together }))
    expect(
      wallet.requests.map(({ params }) => (params as { addresses: unknown }).addresses),
    ).toEqual([['payment', 'ordinals', 'stacks']])
    expect((together.answered as { addresses: object[] }).addresses).toHaveLength(3)
    const again = discover(page().adapter)
    expect(again).toEqual([])
    const second = page()
    second.wallet.install(second.target)
    const [other] = discover(second.adapter)
    const { sessions } = (await other?.connect(request({ silent: true, together }))) ?? {}
    expect(sessions?.[0]?.selected).toBe(`${local.id}:${wallet.addresses()[2]?.address}`)
    expect(second.wallet.requests).toEqual([])
    for (const answered of [7, {}, { addresses: [{ address: boot.main, symbol: 'STX' }] }]) {
      await expect(
        other?.connect(request({ silent: true, together: { answered } })),
      ).rejects.toMatchObject({
        code: 'wallet-answer-invalid',
      })
    }
  })

  test('behavior: after a reload what was granted is shown again, unasked, if it can still be believed', async () => {
    const { session } = await connected()
    const fresh = page()
    fresh.wallet.install(fresh.target)
    const [connector] = discover(fresh.adapter)
    const resume = (last: readonly (typeof session)[]) =>
      connector?.connect(request({ silent: true, last }))
    expect((await resume([session]))?.sessions).toEqual([session])
    await connector?.disconnect()
    const asked = fresh.wallet.requests.filter(({ method }) => method !== 'wallet_disconnect')
    expect(asked).toEqual([])
    const other = `${local.id}:${boot.main}` as const
    const foreign = `stacks:77:${boot.test}` as const
    const late = request({ silent: true, last: [session], signal: AbortSignal.abort() })
    await expect(connector?.connect(late)).rejects.toMatchObject({ code: 'aborted' })
    for (const bad of [
      [
        {
          ...session,
          selected: foreign,
          accounts: [{ account: foreign, type: 'stacks' as const }],
        },
      ],
      [],
      [{ ...session, namespace: 'bip122' }],
      [{ ...session, selected: other }],
      [{ ...session, selected: other, accounts: [{ account: other, type: 'stacks' as const }] }],
      [
        {
          ...session,
          selected: 'stacks:7:x' as const,
          accounts: [{ account: 'stacks:7:x' as const, type: 'stacks' as const }],
        },
      ],
      [
        {
          ...session,
          accounts: [
            ...session.accounts,
            { account: `${testnet.id}:${boot.test}` as const, type: 'stacks' as const },
          ],
        },
      ],
    ]) {
      await expect(resume(bad)).rejects.toMatchObject({ code: 'account-missing' })
    }
  })

  test('behavior: going to another chain asks for its addresses', async () => {
    const { connector, wallet } = await connected({ persona: wbipPersonas.plain })
    const events: ConnectorEvent[] = []
    const stop = connector.watch((event) => events.push(event))
    await new Promise((resolve) => setTimeout(resolve, 0))
    await connector.features.switchChain?.({ chain: testnet, signal })
    stop()
    expect(events).toMatchObject([{ type: 'session', reason: 'chain' }])
    expect(wallet.requests.map(({ params }) => params)).toEqual([
      { network: 'regtest' },
      { network: 'testnet' },
    ])
    await expect(
      connector.features.switchChain?.({ chain: { ...local, id: 'stacks:77' }, signal }),
    ).rejects.toMatchObject({ code: 'chain-unsupported' })
  })

  test('behavior: a signature of another account, or of another text, is not taken', async () => {
    const { connector, account, wallet } = await connected()
    const sign = (message = 'Hello') =>
      connector.features.signMessage?.({ account, message, signal })
    const { signature = '' } = (await sign()) ?? {}
    expect(signature).toMatch(/^[0-9a-f]{130}$/)
    for (const length of [0, 252, 253, 65_535, 65_536]) {
      const message = 'é'.repeat(length / 2) + 'x'.repeat(length % 2)
      const { signature: one = '' } = (await sign(message)) ?? {}
      expect(isStacksProof({ account, message, signature: one })).toBe(true)
    }
    const other = { signature, publicKey: `02${'11'.repeat(32)}` }
    const own = wallet.addresses()[2]?.publicKey ?? ''
    for (const lie of [
      other,
      { signature: `${'1'.repeat(128)}00`, publicKey: own },
      { signature: '00'.repeat(65), publicKey: own },
    ]) {
      wallet.behave({ lie }, 'stx_signMessage')
      await expect(sign()).rejects.toMatchObject({ code: 'wallet-answer-invalid' })
    }
    wallet.behave({ lie: { signature, publicKey: own } }, 'stx_signMessage')
    await expect(sign('Bye')).rejects.toMatchObject({ code: 'wallet-answer-invalid' })
    // The person went to another account without the wallet telling.
    wallet.behave('approve')
    const silent = await connected({ persona: wbipPersonas.plain })
    silent.wallet.selectAccount(1)
    await expect(
      silent.connector.features.signMessage?.({ account: silent.account, message: 'x', signal }),
    ).rejects.toMatchObject({ code: 'wallet-answer-invalid' })
  })

  test('behavior: an account that was not granted is not asked for', async () => {
    const { connector, wallet } = await connected()
    const before = wallet.requests.length
    const account = `${local.id}:${boot.test}` as const
    await expect(
      connector.features.signMessage?.({ account, message: 'x', signal }),
    ).rejects.toMatchObject({
      code: 'account-missing',
    })
    const transfer = {
      from: account,
      to: boot.test,
      asset: stacks({ chains: [local] }).nativeAsset(local),
      amount: 1n,
    }
    await expect(
      connector.features.transfer?.({ transfer, chain: local, signal }),
    ).rejects.toMatchObject({
      code: 'account-missing',
    })
    expect(wallet.requests).toHaveLength(before)
  })

  test('behavior: what loads before a click is small and holds no library', async () => {
    const entry = fileURLToPath(new URL('stacks.ts', import.meta.url))
    const [{ output } = { output: [] }] = (await build({
      configFile: false,
      logLevel: 'silent',
      resolve: { conditions: ['latchkey-source', 'module', 'import', 'default'] },
      // A library, so that the loader of the host's bundler is not counted as ours.
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
    expect(modules.some((name) => name.endsWith('/stacks/src/connect/discover.ts'))).toBe(true)
    expect(modules.filter((name) => /node_modules/.test(name))).toEqual([])
    const all = output.flatMap((chunk) => Object.keys(chunk.modules))
    expect(all.some((name) => name.includes('node_modules/@noble/'))).toBe(true)
    const codes = [...initial].map(async (name) => {
      const chunk = byName.get(name)
      return chunk ? (await minify(chunk.fileName, chunk.code, { module: true })).code : ''
    })
    const size = gzipSync((await Promise.all(codes)).join(''), { level: 9 }).length
    console.info(
      `stacks, before a click: ${size} B gzip in ${initial.size} files of ${output.length}`,
    )
    expect(size).toBeLessThanOrEqual(4096)
  })
})
