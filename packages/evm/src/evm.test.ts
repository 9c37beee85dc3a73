import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Connector } from '@latchkey/core'
import { addressOf, hasCode } from '@latchkey/protocol'
import { providerError } from '@latchkey/testing'
import { describeAdapter } from '@latchkey/testing/adapter'
import { type Hex, verifyMessage } from 'viem'
import { build, minify } from 'vite'
import { describe, expect, test } from 'vitest'
import { ada, devnet, grace, other, page } from '../test/fixture.ts'
import { evm } from './evm.ts'

for (const [kind, options] of [
  ['', {}],
  [', a wallet that is a class', { isClass: true }],
] as const) {
  describeAdapter(`evm${kind}`, () => {
    const { target, wallet, adapter } = page({ chains: [31337, 5], ...options })
    return {
      adapter,
      install: () => wallet.install(target),
      behave: wallet.behave,
      release: wallet.release,
      selectAccount: wallet.selectAccount,
      selectOtherChain: () => wallet.selectChain(5),
      revoke: wallet.revoke,
      prompts: wallet.prompts,
      listenerCount: wallet.listenerCount,
      addresses: {
        valid: [ada, ada.toLowerCase(), ada.slice(2)],
        invalid: [
          '',
          '0x',
          ada.slice(0, -1),
          `${ada}0`,
          'ada.eth',
          `0x${'g'.repeat(40)}`,
          ` ${ada}`,
        ],
        same: [ada, ada.slice(2).toLowerCase()],
      },
      rejection: providerError(4001, 'User rejected the request.'),
      verify: ({ account, message, signature }) =>
        verifyMessage({ address: addressOf(account) as Hex, message, signature: signature as Hex }),
    }
  })
}

describe('evm', () => {
  test('default', () => {
    const adapter = evm({ chains: [devnet, other] })
    expect([adapter.namespace, adapter.chains.map(({ id }) => id)]).toEqual([
      'eip155',
      ['eip155:31337', 'eip155:5'],
    ])
    expect(adapter.isSameAddress(ada, grace)).toBe(false)
  })

  test('parameters: rpc', () => {
    const adapter = evm({ chains: [devnet, other], rpc: { 'eip155:5': 'https://one.example' } })
    expect(adapter.chains.map(({ rpcUrls }) => rpcUrls)).toEqual([
      devnet.rpcUrls,
      ['https://one.example'],
    ])
  })

  test('parameters: chains', () => {
    for (const chains of [[], [devnet, devnet], [{ ...devnet, id: 'solana:1' as const }]]) {
      expect(() => evm({ chains })).toThrow(expect.objectContaining({ code: 'config-invalid' }))
    }
  })

  test('behavior: on a server there is nothing to discover', () => {
    expect(typeof window).toBe('undefined')
    const stop = evm({ chains: [devnet] }).discover(() => expect.unreachable())
    stop()
  })

  test('behavior: names own errors before anything is loaded', () => {
    const { explain } = evm({ chains: [devnet] })
    expect(explain(providerError(4001, ''))).toBe('user-rejected')
    try {
      evm({ chains: [] })
    } catch (error) {
      expect(hasCode(error) && explain(error)).toBe('config-invalid')
    }
  })

  test('behavior: what a wallet throws can be named once it was thrown', async () => {
    const { target, wallet, adapter } = page()
    wallet.install(target)
    const connectors: Connector[] = []
    adapter.discover((connector) => connectors.push(connector))
    const busy = providerError(-32002, 'Already processing a request.')
    const silent = {
      chains: adapter.chains,
      silent: true,
      signal: new AbortController().signal,
      onPrompt: () => {},
    }
    expect(adapter.explain(busy)).toBe('unknown')
    const asked = connectors[0]?.features.request?.({
      chain: 'eip155:31337',
      method: 'wallet_nonsense',
    })
    await expect(asked).rejects.toMatchObject({ code: 4200 })
    expect(adapter.explain(busy)).toBe('rpc-resource-unavailable')
    await expect(connectors[0]?.connect(silent)).rejects.toSatisfy((error) => hasCode(error))
  })

  test('behavior: a call of a known router is read', async () => {
    const { adapter } = page()
    const to = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
    // swapExactETHForTokens(7, [a, b], to, 9)
    const words = ['7', '80', to.slice(2).toLowerCase(), '9', '2', 'a'.repeat(40), 'b'.repeat(40)]
    const data = `0x7ff36ab5${words.map((word) => word.padStart(64, '0')).join('')}`
    await expect(adapter.read.swapCall?.({ to, data, value: 5n })).resolves.toMatchObject({
      most: 5n,
      least: 7n,
      deadline: 9n,
    })
    await expect(adapter.read.swapCall?.({ to, data: '0x', value: 0n })).resolves.toBeNull()
  })

  test('behavior: what loads before a click is small and holds no chain library', async () => {
    const entry = fileURLToPath(new URL('evm.ts', import.meta.url))
    const [{ output } = { output: [] }] = (await build({
      configFile: false,
      logLevel: 'silent',
      resolve: { conditions: ['latchkey-source', 'module', 'import', 'default'] },
      // A library, so that the loader of the host's bundler is not counted as ours.
      build: {
        write: false,
        lib: { entry, formats: ['es'], fileName: 'page' },
        // Nor are the hashes that a host puts into the names of files.
        rollupOptions: { output: { chunkFileNames: '[name].js' } },
      },
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
    expect(modules.some((name) => name.endsWith('/evm/src/connect/discover.ts'))).toBe(true)
    expect(modules.filter((name) => /node_modules/.test(name))).toEqual([])
    const all = output.flatMap((chunk) => Object.keys(chunk.modules))
    expect(all.some((name) => name.includes('node_modules/viem/'))).toBe(true)
    const codes = [...initial].map(async (name) => {
      const chunk = byName.get(name)
      return chunk ? (await minify(chunk.fileName, chunk.code, { module: true })).code : ''
    })
    const size = gzipSync((await Promise.all(codes)).join(''), { level: 9 }).length
    console.info(`evm, before a click: ${size} B gzip in ${initial.size} files of ${output.length}`)
    expect(size).toBeLessThanOrEqual(2560)
  })
})
