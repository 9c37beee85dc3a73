import { type ChainId, jsonRpcAnswers, rpcRetriedCodes } from '@latchkey/protocol'
import { readBounded } from '@latchkey/protocol/read-bounded'
import type { Config } from '../../base/config/schema.ts'
import { isNestedTooDeep } from '../../base/http/is-nested-too-deep.ts'
import { findItemSpans, findMemberSpans } from '../../base/http/json-spans.ts'
import { type Fetch, nodeRounds } from '../../base/http/node-rounds.ts'
import { refusal } from '../../base/refuse.ts'
import type { NodeAnswer, NodeCall, NodePort } from '../../ports/node-port.ts'
import { checkChain } from './check-chain.ts'
import { maskAddresses } from './mask-addresses.ts'

type Nodes = Pick<Config, 'chains' | 'rpc'>

export interface NodesOptions {
  /**
   * Called when a node reports another chain than configured. Without this function, the chains of
   * nodes are not checked.
   */
  readonly onWrongChain?: (chain: ChainId) => void
}

/**
 * Sends calls to the operator's RPC nodes. A node that is down or slow, that refuses, or that does
 * not return exactly one JSON-RPC answer for each call is skipped, and the next one is tried.
 */
export function rpcNodes(
  { chains, rpc }: Nodes,
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
      const body = requestBody(calls)
      const maskText = maskAddresses(chain.rpcUrls)
      const askUrl = async (url: string, attemptSignal: AbortSignal) => {
        if (chainCheck && !(await chainCheck(chainId, url, attemptSignal))) return undefined
        const answers = await askOneNode(
          url,
          body,
          calls,
          attemptSignal,
          rpc.maxAnswerBytes,
          fetchNode,
        )
        return (
          answers && {
            answer: answers.map((one) => maskAnswer(one, maskText)),
            isBusy: isBusy(answers),
          }
        )
      }
      return attemptRounds.askNodesInTurn(chain, askUrl, signal)
    },
  }

  async function askNodeUnchecked(
    url: string,
    method: string,
    signal: AbortSignal,
  ): Promise<unknown> {
    const call = { method, params: '[]' }
    const answers = await askOneNode(
      url,
      requestBody([call]),
      [call],
      signal,
      rpc.maxAnswerBytes,
      fetchNode,
    )
    return answers?.[0]?.kind === 'result' ? answers[0].value : undefined
  }
}

/** Removes addresses from the error text of a node, because the text is passed on to pages. */
function maskAnswer(answer: NodeAnswer, maskText: (text: string) => string): NodeAnswer {
  if (answer.kind === 'result') return answer
  const text = maskText(answer.text)
  return text === answer.text ? answer : { kind: 'error', text, value: JSON.parse(text) }
}

function requestBody(calls: readonly NodeCall[]): string {
  const texts = calls.map(
    ({ method, params }, index) =>
      `{"jsonrpc":"2.0","id":${index + 1},"method":${JSON.stringify(method)}${params === undefined ? '' : `,"params":${params}`}}`,
  )
  return texts.length === 1 ? (texts[0] as string) : `[${texts.join(',')}]`
}

async function askOneNode(
  url: string,
  body: string,
  calls: readonly NodeCall[],
  signal: AbortSignal,
  maxBytes: number,
  fetchNode: Fetch,
): Promise<readonly NodeAnswer[] | undefined> {
  try {
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    const response = await fetchNode(url, {
      method: 'POST',
      body,
      headers,
      signal,
      redirect: 'error',
    })
    const bytes = await readBounded(response, maxBytes, signal)
    if (!bytes || isNestedTooDeep(bytes)) return undefined
    // Node's `Buffer` decodes megabytes of blocks several times faster than the web's
    // `TextDecoder`.
    return readAnswers(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(),
      calls.length,
    )
  } catch {
    return undefined
  }
}

/**
 * Reads the answers of a batch, in the order of the calls; undefined unless each call has exactly
 * one answer.
 */
export function readAnswers(text: string, count: number): readonly NodeAnswer[] | undefined {
  const value: unknown = JSON.parse(text)
  const ids = Array.from({ length: count }, (_, index) => index + 1)
  const items = Array.isArray(value) ? value : [value]
  if (items.length !== count) return undefined
  const answers = jsonRpcAnswers(items, ids)
  if (answers.includes(undefined)) return undefined
  const lazySpans = makeLazy(() => (Array.isArray(value) ? findItemSpans(text) : [text]))
  const answersById = new Map<number, NodeAnswer>()
  for (const [index, item] of (
    items as readonly { id: number; result?: unknown; error?: unknown }[]
  ).entries()) {
    const isError = item.error !== undefined && item.error !== null
    const name = isError ? 'error' : 'result'
    const memberText = makeLazy(
      () => findMemberSpans(lazySpans()[index] as string).get(name) as string,
    )
    answersById.set(item.id, {
      kind: name,
      value: item[name],
      // The raw text of an answer is only made when it is read: callers that read blocks use the
      // parsed value only.
      get text() {
        return memberText()
      },
    })
  }
  return ids.map((id) => answersById.get(id) as NodeAnswer)
}

/** Whether a single call failed in a way that another node, or a retry, may fix. */
function isBusy([answer, ...more]: readonly NodeAnswer[]): boolean {
  if (!answer || more.length || answer.kind === 'result') return false
  const { code } = answer.value as { code: number }
  return (rpcRetriedCodes as readonly number[]).includes(code)
}

function makeLazy<T>(compute: () => T): () => T {
  const cachedValue: { value?: T } = {}
  return () => {
    cachedValue.value ??= compute()
    return cachedValue.value
  }
}
