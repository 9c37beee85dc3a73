import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Chain } from '@latchkey/protocol'
import type { StacksAccount } from './stacks-accounts.ts'
import { stacksDevnetChain } from './stacks-chain.ts'

/** A running Stacks devnet. */
export interface StacksDevnet {
  /** Base URL of the devnet's REST server on loopback, which has the paths of Hiro's API. */
  readonly url: string
  /** The devnet's `Chain` object, whose node is `url`. */
  readonly chain: Chain
  /** Accounts with 1,000,000 STX and 10,000 LATCH; the first two also have a Latch Key each. */
  readonly accounts: readonly StacksAccount[]
  /** Pauses mining, so that transactions stay pending. */
  holdMining(): Promise<void>
  resumeMining(): Promise<void>
  stop(): Promise<void>
}

const maxBodyBytes = 4_194_304
const microStxPerStx = 1_000_000n

/**
 * Starts a Stacks chain in this process behind a REST server on loopback. `port` 0 (the default)
 * lets the operating system choose.
 */
export async function startStacksDevnet(
  options: { readonly port?: number } = {},
): Promise<StacksDevnet> {
  const contractNames = ['latch-token', 'latch-keys']
  const sources = contractNames.map(async (name) => ({
    name,
    code: await readFile(new URL(`../../contracts/${name}.clar`, import.meta.url), 'utf8'),
  }))
  // The simulator is large, so it is loaded only when a chain starts.
  const [{ openNode }, { answerQuestion, writeJson }, { stacksAccounts }, { Cl }, contracts] =
    await Promise.all([
      import('./node.ts'),
      import('./routes.ts'),
      import('./stacks-accounts.ts'),
      import('@stacks/transactions'),
      Promise.all(sources),
    ])
  const node = await openNode({
    funds: 1_000_000n * microStxPerStx,
    contracts,
    mints: (accounts, sender) => [
      ...accounts.map(({ address }) => ({
        kind: 'call' as const,
        sender,
        contract: `${sender}.latch-token`,
        name: 'mint',
        args: [Cl.uint(10_000n * 1_000_000n), Cl.principal(address)],
      })),
      ...accounts.slice(0, 2).map(({ address }) => ({
        kind: 'call' as const,
        sender,
        contract: `${sender}.latch-keys`,
        name: 'mint',
        args: [Cl.principal(address)],
      })),
    ],
  })
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    if (request.method === 'OPTIONS') return response.writeHead(204).end()
    try {
      const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://127.0.0.1')
      const body = await readBody(request)
      const { status, json } = await answerQuestion(node, {
        method: request.method ?? '',
        path: pathname,
        query,
        body,
      })
      response.writeHead(status, { 'content-type': 'application/json' }).end(writeJson(json))
    } catch (error) {
      response
        .writeHead(500, { 'content-type': 'application/json' })
        .end(writeJson({ error: String(error) }))
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    chain: stacksDevnetChain(url),
    accounts: stacksAccounts(),
    holdMining: () => node.mine(false),
    resumeMining: () => node.mine(true),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readBody(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = []
  const bodyState = { size: 0 }
  for await (const chunk of stream) {
    bodyState.size += (chunk as Buffer).length
    if (bodyState.size > maxBodyBytes) throw new Error('the body is too large')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}
