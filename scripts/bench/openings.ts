import type { Browser, CDPSession } from 'playwright-core'
import { openPage } from './open-page.ts'
import { quiet } from './page-bytes.ts'

export interface Held {
  /** Bytes of V8's heap, including machine code that it may discard at any time. */
  readonly heap: number
  /**
   * Bytes of objects, closures, arrays, strings and numbers: a leak of the page would consist of
   * these.
   */
  readonly objects: number
  readonly nodes: number
  readonly listeners: number
}

async function measure(cdp: CDPSession): Promise<Held> {
  for (let i = 0; i < 3; i++) {
    await cdp.send('HeapProfiler.collectGarbage')
  }
  const { metrics } = await cdp.send('Performance.getMetrics')
  const read = (name: string): number =>
    metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  const objects = await objectBytes(cdp)
  return {
    heap: read('JSHeapUsedSize'),
    objects,
    nodes: read('Nodes'),
    listeners: read('JSEventListeners'),
  }
}

interface Snapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[]
      readonly node_types: readonly [readonly string[]]
    }
  }
  readonly nodes: readonly number[]
}

const engines = new Set(['code', 'native', 'hidden', 'synthetic', 'object shape'])

async function objectBytes(cdp: CDPSession): Promise<number> {
  const chunks: string[] = []
  const keep = ({ chunk }: { chunk: string }): void => void chunks.push(chunk)
  cdp.on('HeapProfiler.addHeapSnapshotChunk', keep)
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  cdp.off('HeapProfiler.addHeapSnapshotChunk', keep)
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as Snapshot
  const { node_fields: fields, node_types: types } = snapshot.meta
  const type = fields.indexOf('type')
  const size = fields.indexOf('self_size')
  let bytes = 0
  for (let at = 0; at < nodes.length; at += fields.length) {
    if (!engines.has(types[0][nodes[at + type] ?? -1] ?? '')) bytes += nodes[at + size] ?? 0
  }
  return bytes
}

/**
 * Openings after which the engine has compiled most code; found by measuring
 * (docs/decisions/017-benchmarks.md).
 */
export const warmUp = 100

/**
 * Opens and closes the dialog `count` times after the warm-up; returns the memory in use before and
 * after.
 */
export async function openings(
  browser: Browser,
  folder: string,
  count: number,
): Promise<{ before: Held; after: Held }> {
  const { page, cdp, origin, close } = await openPage(browser, folder)
  try {
    await cdp.send('Performance.enable')
    await page.goto(origin)
    const button = page.locator('button').first()
    await button.waitFor()
    await quiet(page, 1000)
    const cycle = async (): Promise<void> => {
      await button.click()
      await page.getByRole('dialog').first().waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').first().waitFor({ state: 'hidden' })
    }
    for (let i = 0; i < warmUp; i++) {
      await cycle()
    }
    const before = await measure(cdp)
    for (let i = 0; i < count; i++) {
      await cycle()
    }
    return { before, after: await measure(cdp) }
  } finally {
    await close()
  }
}
