import { desc } from 'drizzle-orm'
import type { z } from 'zod'
import { configSchema } from '../base/config/schema.ts'
import type { Fetch } from '../base/http/node-rounds.ts'
import {
  accountTokens,
  accountTransactions,
  approvals,
  backfills,
  followedChains,
  knownBlocks,
  movements,
  transactions,
} from '../data/index-schema.ts'
import type { Database } from '../data/sql.ts'
import { startIndex } from '../families/evm/index-chain/start-index.ts'
import { rpcNodes } from '../features/rpc/rpc-nodes.ts'
import type { Index } from '../ports/index-port.ts'
import type { NodePort } from '../ports/node-port.ts'
import { chainId } from './make-gateway.ts'

type Rules = NonNullable<z.input<typeof configSchema>['chains']>[number]['index']

export interface TestIndex extends Index {
  readonly logged: string[]
  readonly nodes: NodePort
  /** Resolves when every block that the node has is in the index. */
  caughtUp(): Promise<void>
  /** Resolves when `is` says so. */
  until(is: () => boolean | Promise<boolean>, what: string): Promise<void>
}

/** An index of one chain; what it says is collected. */
export function indexOf(
  database: Database,
  url: string,
  rules: Rules = {},
  more: { readonly fetchNode?: Fetch; readonly maxBytes?: number } = {},
): TestIndex {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const chain = {
    id: chainId,
    name: 'Test',
    nativeCurrency,
    rpcUrls: [url],
    index: { pollMs: 100, ...rules },
  } as const
  const config = configSchema.parse({ chains: [chain], index: { maxBytes: more.maxBytes } })
  const nodes = rpcNodes(config, more.fetchNode)
  const logged: string[] = []
  const note = (fields: object, message: string): void =>
    void logged.push(JSON.stringify({ message, ...fields }))
  const index = startIndex({ config, database, nodes, log: { info: note, error: note } })
  const until = async (is: () => boolean | Promise<boolean>, what: string): Promise<void> => {
    for (const end = Date.now() + 45_000; !(await is()); ) {
      if (Date.now() > end) throw new Error(`${what} has not come: ${logged.slice(-5).join('\n')}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const newest = async (): Promise<string> => {
    const body =
      '{"jsonrpc":"2.0","id":1,"method":"eth_getBlockByNumber","params":["latest",false]}'
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    return ((await answer.json()) as { result: { hash: string } }).result.hash
  }
  return {
    ...index,
    logged,
    nodes,
    until,
    async caughtUp() {
      const hash = await newest()
      const { db } = database
      const tip = () => db.select().from(knownBlocks).orderBy(desc(knownBlocks.block)).limit(1)
      await until(async () => (await tip())[0]?.hash === hash, `block ${hash}`)
    },
  }
}

/** Empties the tables of the index. */
export async function clearIndex({ db }: Database): Promise<void> {
  for (const table of [
    transactions,
    movements,
    approvals,
    accountTransactions,
    accountTokens,
    knownBlocks,
  ]) {
    await db.delete(table)
  }
  await db.delete(backfills)
  await db.delete(followedChains)
}

/**
 * HTTP to a node whose results pass through `change`; a text instead of a result is sent as the
 * whole body.
 */
export function changedNode(
  change: (method: string, result: never, params: readonly never[]) => unknown,
): Fetch {
  return async (url, init) => {
    const asked = JSON.parse(String(init.body)) as Call | Call[]
    const calls = new Map([asked].flat().map((call) => [call.id, call]))
    const answer = (await (await fetch(url, init)).json()) as RpcResponse | RpcResponse[]
    const bodies: string[] = []
    const changed = [answer].flat().map((one) => {
      const call = calls.get(one.id)
      if (!call || !('result' in one)) return one
      const result = change(call.method, one.result as never, call.params as never[])
      if (typeof result === 'string' && !result.startsWith('0x')) bodies.push(result)
      if (result instanceof Error)
        return { id: one.id, jsonrpc: '2.0', error: { code: -32601, message: result.message } }
      return { ...one, result }
    })
    return new Response(bodies[0] ?? JSON.stringify(Array.isArray(answer) ? changed : changed[0]))
  }
}

interface Call {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

interface RpcResponse {
  readonly id: number
  readonly result?: unknown
}
