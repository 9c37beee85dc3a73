import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import type { Vault } from '../vault.ts'

/** Makes a JSON-RPC call to the node that the project names for a chain. */
export type CallNode = (chain: ChainId, method: string, params: unknown) => Promise<unknown>

const answerTimeoutMs = 30_000
const maxAnswerLength = 4_194_304

/** Makes a JSON-RPC call to one server, such as a node or a bundler. */
export type CallServer = (method: string, params: unknown) => Promise<unknown>

/**
 * Makes the function that calls the node that the project has set for a chain. The calls go to the
 * vault's own server, which passes them on to the node.
 * @throws (the function) `read-unavailable` when the project has set no node for the chain | what
 *   the function of `callServer` throws
 */
export function callNode({ project, fetch }: Pick<Vault, 'project' | 'fetch'>): CallNode {
  return async (chain, method, params) => {
    const url = Object.hasOwn(project.rpc, chain) ? project.rpc[chain] : undefined
    if (!url) throw new LatchkeyError('read-unavailable', { reason: chain })
    return callServer(fetch, url)(method, params)
  }
}

/**
 * Makes the function that calls the server at `url` by JSON-RPC. It sends no cookies, follows no
 * redirect, and waits at most 30 s.
 * @throws (the function) `read-unavailable` when the server cannot be reached | `node-unknown` with
 *   the message and code of the server's error | `rpc-answer-invalid` when the answer is no
 *   JSON-RPC answer, or too long
 */
export function callServer(fetch: Vault['fetch'], url: string): CallServer {
  return async (method, params) => {
    const answer = await fetch(url, {
      method: 'POST',
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(answerTimeoutMs),
    }).catch((cause: unknown) => {
      throw new LatchkeyError('read-unavailable', { reason: method, cause })
    })
    const text = await answer.text()
    const parsedAnswer = text.length > maxAnswerLength ? undefined : parseJson(text)
    if (typeof parsedAnswer !== 'object' || parsedAnswer === null)
      throw new LatchkeyError('rpc-answer-invalid', { reason: method })
    const { result, error } = parsedAnswer as {
      readonly result?: unknown
      readonly error?: Readonly<Record<string, unknown>>
    }
    if (error) {
      const reason = String(error.message ?? '').slice(0, 300)
      throw new LatchkeyError('node-unknown', {
        reason,
        ...(typeof error.code === 'number' && { sourceCode: error.code }),
      })
    }
    if (result === undefined) throw new LatchkeyError('rpc-answer-invalid', { reason: method })
    return result
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
