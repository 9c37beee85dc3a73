import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { devnetChain, startEvmDevnet } from '@latchkey/devnet'
import { startGateway } from '../src/hosts/node.ts'

const rounds = Number(process.argv[2] ?? 1000)
const warmUp = 200
const body = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}'

/** Milliseconds of one call over a kept connection. */
async function time(url: string): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  const { result } = (await response.json()) as { result?: unknown }
  if (typeof result !== 'string') throw new Error(`${new URL(url).host} answered no block number`)
  return performance.now() - startedAt
}

function quantile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}

const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
const devnet = await startEvmDevnet()
const chains = [devnetChain(devnet.url)]
const rateLimit = { capacity: 1e9, refillPerSecond: 1e9 }
writeFileSync(join(folder, 'latchkey.json'), JSON.stringify({ chains, rateLimit, projects: [{ id: 'bench' }] }))
const gateway = await startGateway({ dataDir: folder, port: 0, env: { LATCHKEY_GATEWAY_LOG: 'silent' } })
try {
  const through = `${gateway.url}/v1?chainId=eip155:31337&projectId=bench`
  const bare: number[] = []
  const passed: number[] = []
  // Interleaved, so that whatever else the machine does falls on both.
  for (let round = 0; round < warmUp + rounds; round++) {
    const [one, other] = [await time(devnet.url), await time(through)]
    if (round < warmUp) continue
    bare.push(one)
    passed.push(other)
  }
  const figure = (share: number) => ({ node: quantile(bare, share), gateway: quantile(passed, share) })
  const median = figure(0.5)
  console.log(
    JSON.stringify({ rounds, addedMedianMs: median.gateway - median.node, median, p95: figure(0.95) }, (_, value) =>
      typeof value === 'number' ? Math.round(value * 1000) / 1000 : value,
    ),
  )
} finally {
  await gateway.stop()
  await devnet.stop()
  rmSync(folder, { recursive: true, force: true })
}
