import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { startProcess } from '../../packages/gateway/src/test/start-process.ts'
import { openPage } from './open-page.ts'
import { pageBytes, quiet, sum, watchLoads } from './page-bytes.ts'
import { median } from './page-times.ts'
import { kib, type Row } from './report.ts'
import { settlements } from './settlements.ts'
import { answerName } from './site.ts'

export interface RemoteFigures {
  readonly figures: unknown
  readonly rows: readonly Row[]
}

const most = { client: 16 * 1024, olderClient: 26 * 1024, codeMs: 150, settleMs: 40 }

/** Disables newer curves and ciphers in the page, as in older engines; runs before its own code. */
const asOlderEngine = `for (const name of ['generateKey', 'importKey']) {
  const real = SubtleCrypto.prototype[name]
  SubtleCrypto.prototype[name] = function (...all) {
    const text = JSON.stringify(all.filter((one) => typeof one === 'string' || one?.name))
    if (/25519|ChaCha20/.test(text)) return Promise.reject(new DOMException('', 'NotSupportedError'))
    return real.apply(this, all)
  }
}`

/**
 * Measures phone connections with the gateway's own relay: bytes of the client, time to the QR
 * code, and time to settle with a Latchkey wallet.
 */
export async function remoteFigures(
  browser: Browser,
  folder: string,
  { runs, criticalOfMinimal }: { readonly runs: number; readonly criticalOfMinimal: number },
): Promise<RemoteFigures> {
  const data = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  const gateway = await startProcess(data)
  const relay = gateway.url.replace('http', 'ws')
  try {
    const visits = []
    for (let i = 0; i < runs; i++) {
      visits.push(await showCode(browser, folder, relay))
    }
    const older = await showCode(browser, folder, relay, asOlderEngine)
    const { settleMs, connectedMs } = await settlements(relay, runs * 2)
    const [first] = visits
    if (!first) throw new Error('no visit')
    const early = (await pageBytes(browser, folder)).critical.gzip - criticalOfMinimal
    const codeMs = median(visits.map((one) => one.codeMs))
    const answer = answerBytes(folder)
    const ms = (value: number): string => `${value.toFixed(0)} ms`
    const row = (
      what: string,
      value: number,
      limit: number,
      show: (value: number) => string,
    ): Row => ({
      what,
      ours: show(value),
      budget: `≤ ${show(limit)}`,
      isGood: value <= limit,
    })
    return {
      figures: {
        ...first,
        early,
        answer,
        codeMs,
        olderClient: older.client,
        settleMs,
        connectedMs,
      },
      rows: [
        row(
          `phones: JavaScript of the client, ${kib(early)} of it before a click`,
          early + first.client,
          most.client,
          kib,
        ),
        row(
          'phones: JavaScript of the client where WebCrypto lacks X25519, Ed25519 and ChaCha20',
          early + older.client,
          most.olderClient,
          kib,
        ),
        {
          what: "phones: the rest of the client, loaded with a wallet's answer",
          ours: kib(answer),
          budget: '',
          isGood: true,
        },
        {
          what: 'phones: the views beyond Connect, with what draws the code',
          ours: kib(first.views),
          budget: '',
          isGood: true,
        },
        {
          ...row(
            'click → code on the screen, nothing prepared, local relay',
            codeMs,
            most.codeMs,
            ms,
          ),
          inReadme: 'Click → QR code on the screen',
        },
        row('link given to the wallet → settled, both ours', settleMs, most.settleMs, ms),
        {
          what: 'approved in the wallet → the page is connected',
          ours: ms(connectedMs),
          budget: '',
          isGood: true,
        },
      ],
    }
  } finally {
    await gateway.kill()
    rmSync(data, { recursive: true, force: true })
  }
}

interface Shown {
  /** Bytes of the WalletConnect client after gzip -9. */
  readonly client: number
  /** Bytes after gzip -9 of everything else between the open dialog and the QR code. */
  readonly views: number
  readonly codeMs: number
}

async function showCode(
  browser: Browser,
  folder: string,
  relay: string,
  before?: string,
): Promise<Shown> {
  const { page, origin, close } = await openPage(browser, folder, before ? { before } : {})
  try {
    const watch = watchLoads(page, origin)
    await page.goto(`${origin}/?relay=${encodeURIComponent(relay)}`)
    await page.locator('button').first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'QR code' }).waitFor()
    await quiet(page, 1500)
    await watch.settle()
    const known = watch.loads.length
    // A click without pointer movement, which would start preloading: like a key press or a quick
    // tap. One call that resolves when the code is visible: polling the page would run the driver's
    // script within the measured time.
    const codeMs = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const root = [...document.querySelectorAll('*')].find((one) =>
            one.shadowRoot?.querySelector('dialog'),
          )?.shadowRoot
          const button = [...(root?.querySelectorAll('button') ?? [])].find((one) =>
            one.textContent?.includes('QR code'),
          )
          const start = performance.now()
          const look = (): void => {
            if (!root?.querySelector('[role=img][aria-busy=false] path'))
              return void requestAnimationFrame(look)
            // This frame is painted before the next one begins.
            requestAnimationFrame(() => resolve(performance.now() - start))
          }
          look()
          button?.click()
        }),
    )
    await quiet(page, 500)
    await watch.settle()
    const fresh = watch.loads.slice(known)
    const client = sum(fresh.filter(({ url }) => url.includes('/walletconnect-'))).gzip
    return { client, views: sum(fresh).gzip - client, codeMs }
  } finally {
    await close()
  }
}

/** Bytes after gzip -9 of the files that are loaded only after a wallet's answer. */
function answerBytes(folder: string): number {
  const assets = join(folder, 'assets')
  const files = readdirSync(assets).filter((name) => name.startsWith(answerName))
  if (files.length !== 1) throw new Error(`${files.length} files of an answer`)
  return files.reduce(
    (sum, name) => sum + gzipSync(readFileSync(join(assets, name)), { level: 9 }).length,
    0,
  )
}
