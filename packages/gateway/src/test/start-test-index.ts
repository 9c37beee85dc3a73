import type { z } from 'zod'
import { configSchema } from '../config/schema.ts'
import type { Database } from '../data/sql.ts'
import type { Index } from '../index-chain/index-port.ts'
import { startIndex } from '../index-chain/start-index.ts'
import type { NodePort } from '../providers/node-port.ts'
import { type Fetch, rpcNodes } from '../providers/rpc-nodes.ts'
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
  const chain = { id: chainId, name: 'Test', nativeCurrency, rpcUrls: [url], index: { pollMs: 100, ...rules } } as const
  const config = configSchema.parse({ chains: [chain], index: { maxBytes: more.maxBytes } })
  const nodes = rpcNodes(config, more.fetchNode)
  const logged: string[] = []
  const note = (fields: object, message: string): void => void logged.push(JSON.stringify({ message, ...fields }))
  const index = startIndex({ config, database, nodes, log: { info: note, error: note } })
  const until = async (is: () => boolean | Promise<boolean>, what: string): Promise<void> => {
    for (const end = Date.now() + 120_000; !(await is()); ) {
      if (Date.now() > end) throw new Error(`${what} has not come: ${logged.slice(-5).join('\n')}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const head = async (): Promise<number> => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}'
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return Number(((await answer.json()) as { result: string }).result)
  }
  return {
    ...index,
    logged,
    nodes,
    until,
    async caughtUp() {
      const newest = await head()
      await until(() => (index.state(chainId)?.nextBlock ?? 0) > newest, `block ${newest}`)
    },
  }
}
