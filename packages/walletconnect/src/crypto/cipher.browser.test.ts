import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { build } from 'vite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fromBase64 } from './bytes.ts'
import vectors from './vectors.gen.json' with { type: 'json' }

declare const Cipher: typeof import('../../test/cipher-entry.ts')['Cipher']

async function openTab() {
  const [built] = (await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['latchkey-source', 'module', 'import', 'default'] },
    build: {
      write: false,
      lib: {
        entry: fileURLToPath(new URL('../../test/cipher-entry.ts', import.meta.url)),
        formats: ['iife'],
        name: 'CipherEntry',
      },
    },
  })) as unknown as { output: { code: string }[] }[]
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html>'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const executablePath =
    process.env.LATCHKEY_HEADLESS ?? process.env.LATCHKEY_CHROMIUM ?? '/usr/bin/chromium'
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  })
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  await page.addInitScript(built?.output[0]?.code ?? '')
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return page
}

describe('cipher', () => {
  test("default: the engine's own and ours seal the vectors alike, and open each other's", async () => {
    const page = await openTab()
    const { symKey, iv, type0 } = vectors.envelopes
    const found = await page.evaluate(
      async ({ symKey, iv, texts }) => {
        const fromHex = (hex: string) =>
          Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
        const parts = (bytes: Uint8Array<ArrayBuffer>) => ({
          key: fromHex(symKey),
          iv: fromHex(iv),
          bytes,
        })
        const calls = { count: 0 }
        const subtle = new Proxy(crypto.subtle, {
          get(target, name) {
            if (name === 'encrypt' || name === 'decrypt') calls.count += 1
            const member = Reflect.get(target, name)
            return typeof member === 'function' ? member.bind(target) : member
          },
        })
        const pairs: number[][][] = []
        for (const text of texts) {
          const bytes = new TextEncoder().encode(text)
          const web = await Cipher.encrypt(parts(bytes), subtle)
          const own = await Cipher.encrypt(parts(bytes), null)
          const opened = [
            await Cipher.decrypt(parts(own), subtle),
            await Cipher.decrypt(parts(web), null),
          ]
          pairs.push([web, own, ...opened, bytes].map((one) => [...one]))
        }
        return { calls: calls.count, pairs }
      },
      { symKey, iv, texts: type0.map(({ plaintext }) => plaintext) },
    )
    // Two for each text: so it was the engine that sealed and opened.
    expect(found.calls).toBe(type0.length * 2)
    found.pairs.forEach(([web, own, first, second, bytes], i) => {
      expect(web).toEqual([...fromBase64(type0[i]?.base64 ?? '').slice(13)])
      expect(own).toEqual(web)
      expect([first, second]).toEqual([bytes, bytes])
    })
  })
})
