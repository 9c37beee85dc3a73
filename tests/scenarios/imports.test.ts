import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'

const run = promisify(execFile)

/** What only a page has, and what would already be a request: nobody may as much as look at it. */
const forbidden = [
  'window',
  'document',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'navigator',
  'location',
  'caches',
  'customElements',
  'BroadcastChannel',
  'WebSocket',
  'fetch',
]

/** Runs code on a server where none of them may be touched. @returns what it has printed */
async function onServer(code: string): Promise<string> {
  const trap = `for (const name of ${JSON.stringify(forbidden)})
    Object.defineProperty(globalThis, name, { configurable: true, get() { throw new Error(name) } });
    ${code}`
  const flags = ['--conditions=latchkey-source', '--import', 'tsx', '--input-type=module']
  const { stdout } = await run(process.execPath, [...flags, '-e', trap], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  return stdout.trim()
}

describe('importing', () => {
  test.each(['evm', 'solana', 'bitcoin', 'stacks', 'walletconnect', 'embedded', 'react', 'wbip'])(
    'behavior: @latchkey/%s touches nothing of a page',
    async (name) => {
      expect(await onServer(`await import('@latchkey/${name}'); console.log('done')`)).toBe('done')
    },
  )

  test('behavior: nor does a kit of all adapters and transports when it is made', async () => {
    const chain = {
      name: 'One',
      nativeCurrency: { name: 'C', symbol: 'C', decimals: 8 },
      rpcUrls: [],
    }
    const code = `
      const { createKit } = await import('@latchkey/core')
      const { evm } = await import('@latchkey/evm')
      const { solana, solanaLocal } = await import('@latchkey/solana')
      const { bitcoin, mainnet } = await import('@latchkey/bitcoin')
      const { walletconnect } = await import('@latchkey/walletconnect')
      const { embedded } = await import('@latchkey/embedded')
      const chain = ${JSON.stringify(chain)}
      const kit = createKit({
        adapters: [
          evm({ chains: [{ ...chain, id: 'eip155:1' }] }),
          solana({ chains: [solanaLocal] }),
          bitcoin({ chains: [{ ...chain, id: mainnet }] }),
        ],
        transports: [
          walletconnect({ relays: [{ url: 'wss://relay.example' }] }),
          embedded({ vault: 'https://vault.example' }),
        ],
        gateway: { url: 'https://gate.example', project: 'shop' },
      })
      console.log(Object.keys(kit.adapters).join())`
    expect(await onServer(code)).toBe('eip155,solana,bip122')
  })

  test('behavior: what touches it is found', async () => {
    await expect(onServer('indexedDB')).rejects.toThrow('indexedDB')
  })
})
