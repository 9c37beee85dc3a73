import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { addressOf } from '@latchkey/protocol'
import { providerError, withPriorityFee } from '@latchkey/testing'
import { describeAdapter } from '@latchkey/testing/adapter'
import { build, minify } from 'vite'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isProof, local, main, page } from '../test/fixture.ts'
import { solana } from './solana.ts'

beforeEach(() => {
  const value = { blockhash: '4'.repeat(44), lastValidBlockHeight: 150 }
  const answer = async () => Response.json({ jsonrpc: '2.0', id: 1, result: { value } })
  vi.stubGlobal('fetch', vi.fn(answer))
})
afterEach(() => void vi.unstubAllGlobals())

for (const [kind, options] of [
  ['', {}],
  [', a wallet that is a class', { isClass: true }],
  [', a wallet that sets its own fee', { rewrites: withPriorityFee }],
  [
    ', a wallet that sets its own fee and only signs',
    { rewrites: withPriorityFee, lacks: ['solana:signAndSendTransaction'] },
  ],
] as const) {
  describeAdapter(`solana${kind}`, () => {
    const { target, wallet, adapter } = page(options)
    const [one = '', two = ''] = wallet.accounts.map(({ address }) => address)
    return {
      adapter,
      install: () => wallet.install(target),
      behave: wallet.behave,
      release: wallet.release,
      selectAccount: wallet.selectAccount,
      selectOtherChain: () => wallet.selectChains(['solana:mainnet']),
      revoke: wallet.revoke,
      prompts: wallet.prompts,
      listenerCount: wallet.listenerCount,
      // What the page sends itself it need not wait for.
      keepsWaiting: 'lacks' in options ? [] : ['transfer'],
      addresses: {
        valid: [one, two, '1'.repeat(32)],
        invalid: [
          '',
          one.slice(0, -2),
          `${one}1`,
          'ada.sol',
          `0${one.slice(1)}`,
          ` ${one}`,
          `0x${'0'.repeat(40)}`,
        ],
        same: [one, one],
      },
      rejection: providerError(4001, 'User rejected the request.'),
      verify: async ({ account, message, signature }) =>
        isProof(addressOf(account), message, signature),
    }
  })
}

describe('solana', () => {
  test('default', () => {
    const adapter = solana({ chains: [local, main] })
    expect([adapter.namespace, adapter.chains.map(({ id }) => id)]).toEqual([
      'solana',
      ['solana:localnet', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    ])
    expect(adapter.nativeAsset(main)).toMatchObject({
      id: `${main.id}/slip44:501`,
      symbol: 'SOL',
      decimals: 9,
    })
  })

  test('parameters: rpc', () => {
    const adapter = solana({ chains: [local, main], rpc: { [main.id]: 'https://one.example' } })
    expect(adapter.chains.map(({ rpcUrls }) => rpcUrls)).toEqual([
      local.rpcUrls,
      ['https://one.example'],
    ])
  })

  test('parameters: chains and rpc that cannot be', () => {
    for (const chains of [[], [local, local], [{ ...local, id: 'eip155:1' as const }]]) {
      expect(() => solana({ chains })).toThrow(expect.objectContaining({ code: 'config-invalid' }))
    }
    expect(() => solana({ chains: [local], rpc: { [main.id]: [] } })).toThrow(
      expect.objectContaining({ code: 'config-invalid' }),
    )
  })

  test('behavior: on a server there is nothing to discover', () => {
    expect(typeof window).toBe('undefined')
    solana({ chains: [local] }).discover(() => expect.unreachable())()
  })

  test('behavior: what loads before a click is small and holds no chain library', async () => {
    const entry = fileURLToPath(new URL('solana.ts', import.meta.url))
    const [{ output } = { output: [] }] = (await build({
      configFile: false,
      logLevel: 'silent',
      resolve: { conditions: ['latchkey-source', 'module', 'browser', 'import', 'default'] },
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
    expect(modules.some((name) => name.endsWith('/solana/src/connect/discover.ts'))).toBe(true)
    expect(modules.filter((name) => /node_modules/.test(name))).toEqual([])
    const all = output.flatMap((chunk) => Object.keys(chunk.modules))
    expect(all.some((name) => name.includes('node_modules/@solana/'))).toBe(true)
    const codes = [...initial].map(async (name) => {
      const chunk = byName.get(name)
      return chunk ? (await minify(chunk.fileName, chunk.code, { module: true })).code : ''
    })
    const size = gzipSync((await Promise.all(codes)).join(''), { level: 9 }).length
    console.info(
      `solana, before a click: ${size} B gzip in ${initial.size} files of ${output.length}`,
    )
    expect(size).toBeLessThanOrEqual(4096)
  })
})
