import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { devnetChain, devnetTokens, startEvmDevnet } from '@latchkey/devnet'
import { startGateway } from '../src/server/hosts/node.ts'
import { startCounter } from './start-counter.ts'
import { medianOf, timeSpent } from './times.ts'

const rounds = { warm: 300, measured: 1000, balances: 50 }
const budgetMs = 2
const chain = 'eip155:31337'
const headers = { 'content-type': 'application/json' }
/** Fifty tokens, together with the devnet's own; the others are not contracts. */
const tokens = [
  ...devnetTokens,
  ...Array.from({ length: 50 - devnetTokens.length }, (_, at) => ({
    id: `${chain}/erc20:${addressOf(at + 4096)}`,
    name: `Token ${at}`,
    symbol: `T${at}`,
    decimals: 18,
  })),
]

/**
 * Median milliseconds that the gateway adds to a JSON-RPC call, measured alternately with its node;
 * and how many node requests the balance of 50 tokens needs.
 */
export async function againstNode() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  const devnet = await startEvmDevnet()
  const asked: string[] = []
  const { node, url } = await startCounter(devnet.url, asked)
  const rateLimit = { capacity: 1e9, refillPerSecond: 1e9 }
  const config = {
    chains: [devnetChain(url)],
    tokens,
    rateLimit,
    projectRateLimit: rateLimit,
    projects: [{ id: 'bench' }],
  }
  writeFileSync(join(folder, 'latchkey.json'), JSON.stringify(config))
  const gateway = await startGateway({
    dataDir: folder,
    port: 0,
    env: { LATCHKEY_GATEWAY_LOG: 'silent' },
  })
  const through = `${gateway.url}/v1?chainId=${chain}&projectId=bench`
  const callNode = async (to: string, id: number): Promise<void> => {
    // Another account each time, so that no cached answer is measured.
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id,
      method: 'eth_getBalance',
      params: [addressOf(id + 1), 'latest'],
    })
    const answer = await fetch(to, { method: 'POST', headers, body })
    const { result } = (await answer.json()) as { result?: unknown }
    if (typeof result !== 'string')
      throw new Error(`${new URL(to).host} answers nothing (${answer.status})`)
  }
  try {
    const times = { bare: [] as number[], through: [] as number[] }
    for (let id = 0; id < rounds.warm + rounds.measured; id++) {
      // Alternately, so that other load on the machine affects both.
      const [bare, passed] = [
        await timeSpent(() => callNode(url, id)),
        await timeSpent(() => callNode(through, id)),
      ]
      if (id < rounds.warm) continue
      times.bare.push(bare)
      times.through.push(passed)
    }
    const counts = new Set<number>()
    for (let id = 0; id < rounds.balances; id++) {
      asked.length = 0
      const query = `currency=usd&chainId=${chain}&projectId=bench`
      const answer = await fetch(`${gateway.url}/v1/account/${addressOf(id + 1)}/balance?${query}`)
      if (!answer.ok) throw new Error(`the gateway knows no balance (${answer.status})`)
      counts.add(asked.length)
    }
    const [bare, passed] = [medianOf(times.bare), medianOf(times.through)]
    const most = Math.max(...counts)
    return {
      figures: {
        nodeMs: bare,
        throughMs: passed,
        addedMs: passed - bare,
        balanceRoundTrips: [...counts],
        rounds,
      },
      rows: [
        {
          what: `the gateway on one core: JSON-RPC passed through, above the node itself (${bare.toFixed(1)} ms), median`,
          ours: `${(passed - bare).toFixed(1)} ms`,
          budget: `≤ ${budgetMs} ms`,
          isGood: passed - bare <= budgetMs,
          inReadme: 'What the gateway adds to a call of a node',
        },
        {
          what: 'node round trips of the balance of 50 tokens',
          ours: String(most),
          budget: '1',
          isGood: most === 1 && counts.size === 1,
        },
      ],
    }
  } finally {
    await gateway.stop()
    node.closeAllConnections()
    node.close()
    await devnet.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function addressOf(number: number): string {
  return `0x${number.toString(16).padStart(40, '0')}`
}
