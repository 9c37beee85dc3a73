import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { pageBytes } from './page-bytes.ts'
import { kib, type Row } from './report.ts'

/** Bytes of gzip -9, all of them: React is in the script. */
export interface ScriptBytes {
  /** The one file that the page names; the button works with it alone. */
  readonly first: number
  /** Until the page is idle, with the dialog prepared. */
  readonly beforeClick: number
  /** The same, including the first opening of the dialog. */
  readonly afterOpening: number
}

export interface ScriptBudgets {
  readonly first: number
  readonly beforeClick: number
  readonly afterOpening: number
}

/**
 * Loads the script of `@latchkey/elements` into a plain page and presses its button.
 * @param script - folder of the built script
 * @param site - folder to lay the page into
 */
export async function scriptBytes(
  browser: Browser,
  script: string,
  site: string,
): Promise<ScriptBytes> {
  rmSync(site, { recursive: true, force: true })
  mkdirSync(site, { recursive: true })
  cpSync(script, join(site, 'script'), { recursive: true })
  const { integrity } = JSON.parse(readFileSync(join(script, 'sri.json'), 'utf8')) as {
    readonly integrity: string
  }
  writeFileSync(
    join(site, 'index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Plain page</title>
    <link rel="icon" href="data:,"><latchkey-button networks="eip155:1 eip155:11155111"></latchkey-button>
    <script type="module" src="/script/latchkey.js" integrity="${integrity}" crossorigin></script>`,
  )
  const first = gzipSync(readFileSync(join(script, 'latchkey.js')), { level: 9 }).length
  const { beforeClick, afterOpening } = await pageBytes(browser, site)
  return { first, beforeClick: beforeClick.gzip, afterOpening: afterOpening.gzip }
}

/** The rows of the benchmark for a plain page. */
export function scriptRows(bytes: ScriptBytes, budgets: ScriptBudgets): Row[] {
  const row = (what: string, key: keyof ScriptBudgets): Row => ({
    what: `one script on a plain page, React included: ${what}`,
    ours: kib(bytes[key]),
    budget: `≤ ${kib(budgets[key])}`,
    isGood: bytes[key] <= budgets[key],
  })
  return [
    row('before the button works', 'first'),
    row('before a click, the dialog prepared', 'beforeClick'),
    row('after the first opening', 'afterOpening'),
  ]
}

/** One line for each budget that does not hold. */
export function scriptFaults(bytes: ScriptBytes, budgets: ScriptBudgets): string[] {
  const keys = ['first', 'beforeClick', 'afterOpening'] as const
  return keys.flatMap((key) =>
    bytes[key] > budgets[key] ? [`${key}: ${bytes[key]} B gzip, more than ${budgets[key]}`] : [],
  )
}
