import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pairing } from '../../test/records.ts'

const run = {} as {
  script: string
  browser: Awaited<ReturnType<typeof chromium.launch>>
  server: ReturnType<typeof createServer>
  context: BrowserContext
}

beforeAll(async () => {
  const [built] = (await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['latchkey-source', 'module', 'import', 'default'] },
    build: {
      write: false,
      lib: {
        entry: fileURLToPath(new URL('../../test/keep-entry.ts', import.meta.url)),
        formats: ['iife'],
        name: 'KeepEntry',
      },
    },
  })) as unknown as { output: { code: string }[] }[]
  const html = '<!doctype html><title>Site</title>'
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end(html),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const executablePath =
    process.env.LATCHKEY_HEADLESS ?? process.env.LATCHKEY_CHROMIUM ?? '/usr/bin/chromium'
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--host-resolver-rules=MAP plain.test 127.0.0.1',
    ],
  })
  Object.assign(run, { script: built?.output[0]?.code, server, browser })
})
afterAll(async () => {
  await run.browser?.close()
  run.server?.close()
})
beforeEach(async () => {
  run.context = await run.browser.newContext()
  await run.context.addInitScript(run.script)
})
afterEach(() => run.context.close())

async function openTab(host = '127.0.0.1'): Promise<Page> {
  const page = await run.context.newPage()
  await page.goto(`http://${host}:${(run.server.address() as AddressInfo).port}`)
  return page
}

declare const Keeping: typeof import('../../test/keep-entry.ts')['Keeping']

describe('openSeal', () => {
  test('behavior: tabs that make the key at once end with one, which outlives them and is not extractable', async () => {
    const tabs = await Promise.all(Array.from({ length: 4 }, () => openTab()))
    const start = Date.now() + 300
    const texts = await Promise.all(
      tabs.map((tab, i) =>
        tab.evaluate(
          async ([start, i]) => {
            await new Promise((resolve) => setTimeout(resolve, start - Date.now()))
            const seals = await Promise.all([Keeping.openSeal('shop'), Keeping.openSeal('shop')])
            return Promise.all(seals.map((seal) => seal?.close(`tab ${i}`)))
          },
          [start, i] as const,
        ),
      ),
    )
    await tabs[0]!.reload()
    const opened = await tabs[0]!.evaluate(async (texts) => {
      const seal = await Keeping.openSeal('shop')
      return Promise.all(texts.map((text) => seal?.open(String(text))))
    }, texts.flat())
    expect(opened).toEqual([0, 0, 1, 1, 2, 2, 3, 3].map((i) => `tab ${i}`))
    const key = await tabs[1]!.evaluate(
      () =>
        new Promise<{ name: string; extractable: boolean }>((resolve) => {
          const opening = indexedDB.open('latchkey.shop')
          opening.onsuccess = () => {
            const getting = opening.result
              .transaction('keys')
              .objectStore('keys')
              .get('walletconnect')
            getting.onsuccess = () =>
              resolve({
                name: getting.result.algorithm.name,
                extractable: getting.result.extractable,
              })
          }
        }),
    )
    expect(key).toEqual({ name: 'AES-GCM', extractable: false })
  })

  test('behavior: two kits have two keys', async () => {
    const tab = await openTab()
    const opened = await tab.evaluate(async () => {
      const text = await (await Keeping.openSeal('a'))!.close('secret')
      return (await Keeping.openSeal('b'))!.open(text).catch((error) => error.name)
    })
    expect(opened).toBe('OperationError')
  })

  test('behavior: a foreign thing in its place is replaced', async () => {
    const tab = await openTab()
    const opened = await tab.evaluate(async () => {
      await Keeping.openSeal('shop')
      await new Promise<void>((resolve) => {
        const opening = indexedDB.open('latchkey.shop')
        opening.onsuccess = () => {
          const writing = opening.result.transaction('keys', 'readwrite')
          writing.objectStore('keys').put('foreign', 'walletconnect')
          writing.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      })
      const text = await (await Keeping.openSeal('shop'))!.close('x')
      return (await Keeping.openSeal('shop'))!.open(text)
    })
    expect(opened).toBe('x')
  })

  test('behavior: a page on plain http has none, and keeps in memory', async () => {
    const tab = await openTab('plain.test')
    const result = await tab.evaluate(
      async (record) => {
        const seal = await Keeping.openSeal('shop')
        const keep = Keeping.openKeep({ kit: 'shop', storage: localStorage, seal })
        await keep.change((kept) => ({ ...kept, pairings: [record] }))
        return [
          isSecureContext,
          seal,
          (await keep.read()).pairings.length,
          localStorage.length,
        ] as const
      },
      pairing(1, Date.now() + 60_000),
    )
    expect(result).toEqual([false, undefined, 1, 0])
  })
})

describe('openKeep', () => {
  test('behavior: two tabs change at once and lose nothing', async () => {
    const tabs = [await openTab(), await openTab()]
    const start = Date.now() + 200
    await Promise.all(
      tabs.map((tab, i) =>
        tab.evaluate(
          async ([start, i]) => {
            const keep = Keeping.openKeep({
              kit: 'shop',
              storage: localStorage,
              seal: await Keeping.openSeal('shop'),
            })
            await new Promise((resolve) => setTimeout(resolve, start - Date.now()))
            for (let n = 0; n < 100; n++) {
              await keep.change((kept) => ({ ...kept, seen: [...kept.seen, `${i}:${n}`] }))
            }
          },
          [start, i] as const,
        ),
      ),
    )
    const seen = await tabs[0]!.evaluate(
      async () =>
        (
          await Keeping.openKeep({
            kit: 'shop',
            storage: localStorage,
            seal: await Keeping.openSeal('shop'),
          }).read()
        ).seen,
    )
    expect([...seen].sort()).toEqual(
      [0, 1].flatMap((i) => Array.from({ length: 100 }, (_, n) => `${i}:${n}`)).sort(),
    )
  })

  test('behavior: a tab that holds the lock for ever stops nobody', async () => {
    const [holder, tab] = [await openTab(), await openTab()]
    await holder.evaluate(
      () =>
        new Promise<void>((held) => {
          void navigator.locks.request('latchkey.shop.v1.walletconnect', () => {
            held()
            return new Promise(() => {})
          })
        }),
    )
    const until = Date.now() + 60_000
    const waiting = await tab.evaluate(
      async (record) => {
        const keep = Keeping.openKeep({
          kit: 'shop',
          storage: localStorage,
          seal: await Keeping.openSeal('shop'),
        })
        await keep.change((kept) => ({ ...kept, pairings: [record] }))
        return Keeping.waitingUntil(localStorage, 'shop')
      },
      pairing(1, until),
    )
    expect(waiting).toBe(until)
  })
})
