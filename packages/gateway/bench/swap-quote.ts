import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accounts, addresses, devnetChain, devnetTokens, startEvmDevnet } from '@latchkey/devnet'
import { startGateway } from '../src/server/hosts/node.ts'
import { startCounter } from './start-counter.ts'
import { medianOf, timeSpent } from './times.ts'

const rounds = { warm: 100, measured: 500 }
const budgetMs = 30
const headers = { 'content-type': 'application/json' }

/**
 * Median milliseconds of a quote beside its own node requests, measured alternately, and their
 * number.
 */
export async function swapQuote() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  const devnet = await startEvmDevnet()
  const asked: string[] = []
  const { node, url } = await startCounter(devnet.url, asked)
  const chain = 'eip155:31337'
  const { factory, router, weth: wrapped, latch, usdc } = addresses
  const rateLimit = { capacity: 1e9, refillPerSecond: 1e9 }
  const config = {
    chains: [devnetChain(url)],
    tokens: devnetTokens,
    rateLimit,
    projectRateLimit: rateLimit,
    swap: { routers: [{ chain, factory, router, wrapped }] },
    projects: [{ id: 'bench' }],
  }
  writeFileSync(join(folder, 'latchkey.json'), JSON.stringify(config))
  const gateway = await startGateway({
    dataDir: folder,
    port: 0,
    env: { LATCHKEY_GATEWAY_LOG: 'silent' },
  })
  try {
    const times = { bare: [] as number[], quote: [] as number[] }
    const counts = new Set<number>()
    for (let round = 0; round < rounds.warm + rounds.measured; round++) {
      // Another amount each time on a route of two pools, so that no cache helps.
      const query = new URLSearchParams({
        projectId: 'bench',
        from: `${chain}:${latch}`,
        to: `${chain}:${usdc}`,
        userAddress: accounts[0].address,
        amount: String(10n ** 18n + BigInt(round)),
      })
      asked.length = 0
      const quote = await timeSpent(async () => {
        const response = await fetch(`${gateway.url}/v1/convert/quotes?${query}`)
        const { quotes } = (await response.json()) as { quotes?: readonly { toAmount?: string }[] }
        if (!quotes?.[0]?.toAmount)
          throw new Error(`the gateway offers nothing (${response.status})`)
      })
      // The first quote also asks the node for its chain, once.
      if (round >= rounds.warm) counts.add(asked.length)
      const body = asked.at(-1) ?? ''
      const bare = await timeSpent(async () => {
        // Once a minute the quote also measures transfer fees, in a batch.
        const answers = [await (await fetch(url, { method: 'POST', headers, body })).json()].flat()
        if (!answers.every(({ result }) => typeof result === 'string'))
          throw new Error('the node answers nothing')
      })
      if (round < rounds.warm) continue
      times.quote.push(quote)
      times.bare.push(bare)
    }
    const [quote, bare] = [medianOf(times.quote), medianOf(times.bare)]
    const most = Math.max(...counts)
    return {
      figures: {
        quoteMs: quote,
        nodeMs: bare,
        addedMs: quote - bare,
        nodeRoundTrips: most,
        rounds: rounds.measured,
      },
      rows: [
        {
          what: 'node round trips of a quote of a swap (every pair of a route of two pools)',
          ours: String(most),
          budget: '1',
          isGood: most === 1,
        },
        {
          what: `a quote of a swap above that round trip (${bare.toFixed(1)} ms), median`,
          ours: `${(quote - bare).toFixed(1)} ms`,
          budget: `≤ ${budgetMs} ms`,
          isGood: quote - bare <= budgetMs,
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
