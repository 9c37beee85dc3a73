import { readBounded } from '@latchkey/protocol/read-bounded'
import type { Config } from '../../base/config/schema.ts'
import { isNestedTooDeep } from '../../base/http/is-nested-too-deep.ts'
import { type Fetch, type NodeResponse, nodeRounds } from '../../base/http/node-rounds.ts'
import { refusal } from '../../base/refuse.ts'
import { type RestCall, readRestCall } from '../../families/shared/rest-path.ts'
import type { NodeAnswer, NodePort } from '../../ports/node-port.ts'
import { checkChain } from './check-chain.ts'
import { maskAddresses } from './mask-addresses.ts'
import type { NodesOptions } from './rpc-nodes.ts'

/**
 * Maximum number of calls of one batch (each is a request of its own), and how many are sent at
 * once.
 */
const maxCalls = 100
const maxConcurrent = 6
const maxMessageLength = 1_000
/** JSON-RPC error code of the answer when every node is rate limited. */
const rateLimitedCode = -32005

/**
 * Whether an HTTP status means that the node failed (or its key, or the network), and says nothing
 * about the request.
 */
const isNoAnswer = (status: number): boolean =>
  status >= 500 || status < 200 || [401, 402, 403, 407, 408, 425].includes(status)

/**
 * Sends calls that `readRestCall` understands to the operator's REST servers. A server that is
 * down, slow, rate limited or redirects is skipped, and the next one is tried. Any other 4xx is a
 * server's answer: its status becomes `code`, its text `message`, and its JSON `data`.
 */
export function restNodes(
  { chains, rpc }: Pick<Config, 'chains' | 'rpc'>,
  fetchNode: Fetch = fetch,
  options: NodesOptions = {},
): NodePort {
  const attemptRounds = nodeRounds(rpc)
  const chainCheck = options.onWrongChain && checkChain(askNodeUnchecked, options.onWrongChain)
  const chainsById = new Map(chains.map((chain) => [chain.id, chain]))
  return {
    async ask(chainId, calls, signal) {
      const chain = chainsById.get(chainId)
      if (!chain) throw refusal(400, 'chainId', `Chain ${chainId} is not served here`)
      if (calls.length > maxCalls)
        throw refusal(400, '', `A batch holds at most ${maxCalls} calls on this chain`)
      const restCalls = calls.map(readRestCall)
      const maskText = maskAddresses(chain.rpcUrls)
      const answerCall = async (call: RestCall | undefined): Promise<NodeAnswer> => {
        if (!call)
          return makeAnswer('error', { code: -32602, message: 'This is no path of a REST server' })
        const answer = await attemptRounds.askNodesInTurn(
          chain,
          async (url, attemptSignal) => {
            if (chainCheck && !(await chainCheck(chainId, url, attemptSignal))) return undefined
            return askOneNode(url, call, attemptSignal, rpc.maxAnswerBytes, fetchNode)
          },
          signal,
        )
        return answer.kind === 'result'
          ? answer
          : makeAnswer('error', JSON.parse(maskText(answer.text)))
      }
      const answers: NodeAnswer[] = []
      for (let batchStart = 0; batchStart < restCalls.length; batchStart += maxConcurrent) {
        answers.push(
          ...(await Promise.all(
            restCalls.slice(batchStart, batchStart + maxConcurrent).map(answerCall),
          )),
        )
      }
      return answers
    },
  }

  async function askNodeUnchecked(
    url: string,
    path: string,
    signal: AbortSignal,
  ): Promise<unknown> {
    const nodeResponse = await askOneNode(
      url,
      { method: 'GET', path },
      signal,
      rpc.maxAnswerBytes,
      fetchNode,
    )
    return nodeResponse?.answer.kind === 'result' ? nodeResponse.answer.value : undefined
  }
}

async function askOneNode(
  base: string,
  { method, path, body }: RestCall,
  signal: AbortSignal,
  maxBytes: number,
  fetchNode: Fetch,
): Promise<NodeResponse<NodeAnswer> | undefined> {
  const isText = typeof body === 'string'
  const contentTypeHeader = { 'content-type': isText ? 'text/plain' : 'application/json' }
  const response = await fetchNode(joinUrlPath(base, path), {
    method,
    headers: {
      accept: 'application/json, text/plain',
      ...(method === 'POST' ? contentTypeHeader : {}),
    },
    ...(method === 'POST' ? { body: isText ? body : JSON.stringify(body) } : {}),
    signal,
    redirect: 'error',
  })
  if (response.status === 429) {
    await response.body?.cancel()
    return {
      answer: makeAnswer('error', {
        code: rateLimitedCode,
        message: 'The nodes are asked too much at the moment',
      }),
      isBusy: true,
    }
  }
  const bytes = isNoAnswer(response.status)
    ? undefined
    : await readBounded(response, maxBytes, signal)
  if (!bytes || isNestedTooDeep(bytes)) {
    await response.body?.cancel().catch(() => undefined)
    return undefined
  }
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
  return {
    answer: response.ok ? makeResult(text) : makeError(response.status, text),
    isBusy: false,
  }
}

/**
 * Joins a path to the operator's base address. If the result is outside the base address, that is a
 * bug, and it is never requested.
 */
function joinUrlPath(base: string, path: string): string {
  const baseUrl = new URL(base)
  const folder = baseUrl.pathname.replace(/\/+$/, '')
  const [bare = '', search] = path.split('?')
  const url = new URL(baseUrl)
  url.pathname = folder + bare
  url.search = [baseUrl.search.slice(1), search ?? ''].filter(Boolean).join('&')
  if (url.origin !== baseUrl.origin || url.pathname !== folder + bare)
    throw new Error('a path that leads elsewhere')
  return url.href
}

function makeResult(text: string): NodeAnswer {
  const value = parseJson(text)
  return value === undefined
    ? { kind: 'result', text: JSON.stringify(text), value: text }
    : { kind: 'result', text, value }
}

function makeError(code: number, text: string): NodeAnswer {
  const data = parseJson(text)
  const message = text.slice(0, maxMessageLength)
  return makeAnswer('error', {
    code,
    message,
    ...(typeof data === 'object' && data !== null ? { data } : {}),
  })
}

function makeAnswer(kind: NodeAnswer['kind'], value: object): NodeAnswer {
  return { kind, text: JSON.stringify(value), value }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
