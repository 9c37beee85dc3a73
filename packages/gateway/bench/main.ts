import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { devnetChain, devnetTokens, startEvmDevnet } from '@latchkey/devnet'
import { passThrough } from './pass-through.ts'

// What the gateway adds to a node, on one core, against the same node asked directly in the same run.
const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const most = { addedMs: 2, roundTrips: 1 }

const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
const devnet = await startEvmDevnet()
const asked: string[] = []
/** Counts what reaches the node; the times are taken without it. */
const counter = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', async () => {
    const body = Buffer.concat(chunks).toString()
    asked.push(body)
    const answer = await fetch(devnet.url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    response.end(await answer.text())
  })
})
await new Promise<void>((resolve) => counter.listen(0, '127.0.0.1', resolve))

const counted = `http://127.0.0.1:${(counter.address() as AddressInfo).port}`
const direct = { ...devnetChain(), rpcUrls: [devnet.url] }
const second = { ...devnetChain(), id: 'eip155:31338', rpcUrls: [counted] }
const fillers = Array.from({ length: 50 - devnetTokens.length }, (_, at) => ({
  id: `eip155:31337/erc20:0x${(at + 4096).toString(16).padStart(40, '0')}`,
  name: `Token ${at}`,
  symbol: `T${at}`,
  decimals: 18,
}))
const tokens = [...devnetTokens, ...fillers].map((token) => ({ ...token, id: token.id.replace('31337', '31338') }))
const rateLimit = { capacity: 1_000_000, refillPerSecond: 1_000_000 }
writeFileSync(
  join(folder, 'latchkey.json'),
  JSON.stringify({ chains: [direct, second], tokens, projects: [{ id: 'demo' }], rateLimit }),
)

const gateway = await startPinned(folder)
try {
  const times = await passThrough(devnet.url, `${gateway.url}/v1?chainId=eip155:31337&projectId=demo`)
  const path = `/v1/account/${account}/balance?currency=usd&chainId=eip155:31338&projectId=demo`
  asked.length = 0
  const answer = await fetch(gateway.url + path)
  const { balances } = (await answer.json()) as { balances?: readonly unknown[] }
  if (answer.status !== 200 || balances?.length !== 3) throw new Error(`no balances: ${answer.status}`)
  const added = times.through - times.direct
  const ms = (value: number): string => `${value.toFixed(2)} ms`
  const rows = [
    {
      what: `gateway${gateway.isPinned ? ' on one core' : ''}: added to a JSON-RPC call (node alone ${ms(times.direct)})`,
      ours: ms(added),
      budget: `≤ ${ms(most.addedMs)}`,
      isGood: added <= most.addedMs,
    },
    {
      what: 'gateway: round trips to the node for the balance of 50 tokens',
      ours: String(asked.length),
      budget: `≤ ${most.roundTrips}`,
      isGood: asked.length <= most.roundTrips,
    },
  ]
  console.log(JSON.stringify({ ...times, added, roundTrips: asked.length, rows }))
} finally {
  gateway.child.kill()
  counter.close()
  await devnet.stop()
  rmSync(folder, { recursive: true, force: true })
}

interface Pinned {
  readonly url: string
  readonly child: ChildProcess
  readonly isPinned: boolean
}

/** The gateway as its owner starts it, on one core where the system can pin a process. */
async function startPinned(data: string): Promise<Pinned> {
  const cli = join(import.meta.dirname, '../src/cli.ts')
  const node = [process.execPath, '--conditions=latchkey-source', '--import', 'tsx', cli]
  const isPinned = spawnSync('taskset', ['-c', '0', 'true']).status === 0
  const [command = '', ...parameters] = isPinned ? ['taskset', '-c', '0', ...node] : node
  const env = {
    ...process.env,
    LATCHKEY_GATEWAY_DATA: data,
    LATCHKEY_GATEWAY_PORT: '0',
    LATCHKEY_GATEWAY_LOG: 'silent',
  }
  const child = spawn(command, parameters, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((resolve, reject) => {
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk
      const [, found] = /gateway (http\S+)/.exec(printed) ?? []
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`the gateway ended (${code}): ${printed}`)))
  })
  return { url, child, isPinned }
}
