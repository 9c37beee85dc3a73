const headers = { 'content-type': 'application/json' }
const runs = { warm: 300, measured: 1000 }

export interface PassThrough {
  /** Median of one call to the node itself, ms. */
  readonly direct: number
  /** The same through the gateway, ms. */
  readonly through: number
  readonly runs: number
}

/** One call after the other, the node and the gateway in turns, so that what the machine does meanwhile meets both. */
export async function passThrough(node: string, gateway: string): Promise<PassThrough> {
  const times = { direct: [] as number[], through: [] as number[] }
  for (let id = 0; id < runs.warm + runs.measured; id++)
    for (const [way, url] of [
      ['direct', node],
      ['through', gateway],
    ] as const) {
      // Another account each time: an answer that is kept would measure nothing.
      const address = `0x${(id + 1).toString(16).padStart(40, '0')}`
      const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_getBalance', params: [address, 'latest'] })
      const start = performance.now()
      const answer = await fetch(url, { method: 'POST', headers, body })
      const { result } = (await answer.json()) as { result?: unknown }
      const took = performance.now() - start
      if (typeof result !== 'string') throw new Error(`${way}: no answer (${answer.status})`)
      if (id >= runs.warm) times[way].push(took)
    }
  return { direct: median(times.direct), through: median(times.through), runs: runs.measured }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
