import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { describe, expect, it } from 'vitest'

/** Gzip bytes of a page script that holds only `code`, and its text. */
async function bundle(code: string): Promise<{ bytes: number; text: string }> {
  const entry = 'virtual:entry'
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['latchkey-source', 'module', 'browser', 'default'] },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? `\0${entry}` : null),
        load: (id) => (id === `\0${entry}` ? code : null),
      },
    ],
    build: { write: false, rollupOptions: { input: entry } },
  })
  const [output] = [result].flat() as { output: { type: string; code?: string }[] }[]
  const text = output?.output.map((file) => file.code ?? '').join('') ?? ''
  return { bytes: gzipSync(text, { level: 9 }).length, text }
}

describe('what a page carries', () => {
  it('default: of the networks, those it names', async () => {
    const { bytes, text } = await bundle(
      `import { mainnet, sepolia } from '@latchkey/catalog/networks'; document.title = JSON.stringify([mainnet, sepolia])`,
    )
    expect(text).toContain('Sepolia')
    expect(text).not.toContain('Gnosis')
    expect(bytes).toBeLessThanOrEqual(512)
  })

  it('default: of protocol, the constants it names', async () => {
    const { bytes, text } = await bundle(
      `import { modalZIndex, LatchkeyError } from '@latchkey/protocol'; document.title = String(modalZIndex); throw new LatchkeyError('aborted')`,
    )
    expect(text).toContain('999')
    expect(text).not.toMatch(/SHANGHAI|nonce too low|Modal closed|APKT/)
    expect(bytes).toBeLessThanOrEqual(400)
  })

  it('behavior: an import alone leaves nothing behind', async () => {
    const all = ['protocol', 'protocol/errors', 'catalog', 'catalog/wallets', 'catalog/networks']
    const { text } = await bundle(all.map((name) => `import '@latchkey/${name}'`).join('\n'))
    expect(text.trim()).toBe('')
  })

  it('behavior: the wallet snapshot with its search is at most 12 KiB', async () => {
    const { bytes } = await bundle(
      `import { searchWallets } from '@latchkey/catalog/wallets'; document.title = JSON.stringify(searchWallets(location.hash))`,
    )
    expect(bytes).toBeGreaterThan(2048)
    expect(bytes).toBeLessThanOrEqual(12 * 1024)
  })
})
