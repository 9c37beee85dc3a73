import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { makeProcessMetrics, type ProcessMetrics } from './process-metrics.ts'

const made: { figures?: ProcessMetrics } = {}
afterEach(() => made.figures?.stop())

const read = async (name: string): Promise<number> => {
  const text = (await made.figures?.render()) ?? ''
  return Number(new RegExp(`^latchkey_process_${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
}
/** Keeps the loop, and a processor, busy. */
function block(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

describe('processFigures', () => {
  test('default: memory is what Node says, processor time grows with work', async () => {
    made.figures = makeProcessMetrics()
    const { rss } = process.memoryUsage()
    expect(await read('resident_bytes')).toBeGreaterThan(rss / 2)
    expect(await read('heap_bytes')).toBeGreaterThan(0)
    const before = await read('cpu_seconds_total')
    block(100)
    const used = (await read('cpu_seconds_total')) - before
    expect(used).toBeGreaterThan(0)
    expect(used).toBeLessThan(60)
  })

  test('behavior: a loop that was held up is told', async () => {
    made.figures = makeProcessMetrics()
    await setTimeout(50)
    block(300)
    await setTimeout(50)
    expect(await read('event_loop_delay_max_seconds')).toBeGreaterThan(0.2)
  })

  test('behavior: what is open is counted', async () => {
    made.figures = makeProcessMetrics()
    const before = await read('handles')
    const servers = Array.from({ length: 5 }, () => createServer())
    await Promise.all(
      servers.map((one) => new Promise<void>((opened) => one.listen(0, '127.0.0.1', opened))),
    )
    expect(await read('handles')).toBeGreaterThanOrEqual(before + 5)
    for (const one of servers) {
      one.close()
    }
  })
})
