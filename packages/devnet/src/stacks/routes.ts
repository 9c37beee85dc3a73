import {
  type ClarityValue,
  deserializePayload,
  hexToCV,
  serializePayloadBytes,
} from '@stacks/transactions'
import type { Rejection } from './admit-transaction.ts'
import type { StacksNode } from './node.ts'
import {
  balancesShape,
  entriesOf,
  pendingEntriesOf,
  transactionShape,
  transferShape,
} from './shapes.ts'
import { stacksDevnetChainId } from './stacks-chain.ts'

export interface Answer {
  readonly status: number
  readonly json: unknown
}
export interface RouteQuestion {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: Buffer
}
const okAnswer = (json: unknown): Answer => ({ status: 200, json })
const faultAnswer = (status: number, error: string): Answer => ({ status, json: { error } })
const toHex128 = (amount: bigint) => `0x${amount.toString(16).padStart(32, '0')}`
const isPrincipal = (text: string) => /^S[0-9A-Z]{27,40}(\.[a-zA-Z][\w-]{0,127})?$/.test(text)

type Route = (
  node: StacksNode,
  parts: readonly string[],
  question: RouteQuestion,
) => Answer | Promise<Answer>

function answerAccount(node: StacksNode, principal: string): Answer {
  if (!isPrincipal(principal)) return faultAnswer(400, 'invalid STX address')
  const balance = toHex128(node.simulator.stx(principal))
  const nonce = Number(node.nonceOf(principal))
  return okAnswer({ balance, locked: toHex128(0n), unlock_height: 0, nonce })
}

function answerNonces(node: StacksNode, principal: string): Answer {
  const executedNonce = Number(node.nonceOf(principal))
  const waitingNonces = [...node.entries.values()]
    .filter(({ status, signed }) => status === 'pending' && signed.origin === principal)
    .map(({ signed }) => Number(signed.nonce))
  const lastWaitingNonce = waitingNonces.length > 0 ? Math.max(...waitingNonces) : null
  const nextPossibleNonce = lastWaitingNonce === null ? executedNonce : lastWaitingNonce + 1
  const missingNonces = Array.from(
    { length: nextPossibleNonce - executedNonce },
    (_, i) => executedNonce + i,
  ).filter((candidate) => !waitingNonces.includes(candidate))
  return okAnswer({
    last_mempool_tx_nonce: lastWaitingNonce,
    last_executed_tx_nonce: executedNonce === 0 ? null : executedNonce - 1,
    possible_next_nonce: nextPossibleNonce,
    detected_missing_nonces: missingNonces,
    detected_mempool_nonces: waitingNonces,
  })
}

function answerPage<T>(
  query: URLSearchParams,
  allItems: readonly T[],
  write: (candidate: T) => object,
): Answer {
  const readNumber = (name: string, defaultValue: number) => {
    const value = Number(query.get(name) ?? defaultValue)
    return Number.isSafeInteger(value) && value >= 0 ? value : defaultValue
  }
  const [limit, offset] = [Math.min(readNumber('limit', 20), 50), readNumber('offset', 0)]
  return okAnswer({
    limit,
    offset,
    total: allItems.length,
    results: allItems.slice(offset, offset + limit).map(write),
  })
}

function callRead(
  node: StacksNode,
  [address = '', name = '', fn = '']: readonly string[],
  { body }: RouteQuestion,
): Answer {
  try {
    const { sender, arguments: argumentHexes } = JSON.parse(body.toString()) as {
      sender: string
      arguments: string[]
    }
    const values: ClarityValue[] = argumentHexes.map((arg) => hexToCV(arg))
    return okAnswer({
      okay: true,
      result: node.simulator.read(sender, `${address}.${name}`, fn, values),
    })
  } catch (error) {
    return okAnswer({
      okay: false,
      cause: String(error instanceof Error ? error.message : error).slice(0, 300),
    })
  }
}

function estimateFee({ body }: RouteQuestion): Answer {
  try {
    const estimateRequest = JSON.parse(body.toString()) as {
      transaction_payload: string
      estimated_len?: number
    }
    const payload = deserializePayload(estimateRequest.transaction_payload)
    const length = estimateRequest.estimated_len ?? serializePayloadBytes(payload).length + 120
    return okAnswer({
      estimated_cost: {
        write_length: 0,
        write_count: 0,
        read_length: 0,
        read_count: 0,
        runtime: 0,
      },
      estimated_cost_scalar: length,
      estimations: [1, 2, 4].map((rate) => ({ fee_rate: rate, fee: rate * length })),
      cost_scalar_change_by_byte: 1,
    })
  } catch {
    return {
      status: 400,
      json: { error: 'Estimation could not be performed', reason: 'DatabaseError' },
    }
  }
}

async function broadcastTransaction(node: StacksNode, { body }: RouteQuestion): Promise<Answer> {
  try {
    return okAnswer(await node.submit(bytesOf(body)))
  } catch (error) {
    const { reason, reason_data = {} } = error as Partial<Rejection>
    if (!reason) throw error
    return { status: 400, json: { error: 'transaction rejected', reason, reason_data, txid: '' } }
  }
}

/** Reads a transaction from raw bytes, or from `{ tx: hex }`. */
function bytesOf(body: Buffer): Uint8Array {
  if (body[0] !== 0x7b) return body
  try {
    const { tx } = JSON.parse(body.toString()) as { tx?: unknown }
    const hex = typeof tx === 'string' ? tx.replace(/^0x/, '') : ''
    if (hex && hex.length % 2 === 0 && !/[^0-9a-f]/i.test(hex)) return Buffer.from(hex, 'hex')
  } catch {}
  throw {
    reason: 'Deserialization',
    reason_data: { message: 'no hex of a transaction' },
  } satisfies Rejection
}

/** Handlers by method and path of Hiro's API; `*` stands for any one segment of a path. */
const routes: Readonly<Record<string, Route>> = {
  'GET /v2/info': (node) =>
    okAnswer({
      peer_version: 0,
      network_id: stacksDevnetChainId,
      parent_network_id: 0,
      burn_block_height: node.height(),
      stacks_tip_height: node.height(),
      server_version: 'latchkey-devnet',
    }),
  'GET /extended': () => okAnswer({ status: 'ready' }),
  'GET /v2/accounts/*': (node, [principal = '']) => answerAccount(node, principal),
  'GET /extended/v1/address/*/nonces': (node, [principal = '']) => answerNonces(node, principal),
  'GET /extended/v1/address/*/balances': (node, [principal = '']) =>
    isPrincipal(principal)
      ? okAnswer(balancesShape(node, principal))
      : faultAnswer(400, 'invalid STX address'),
  'GET /extended/v1/address/*/transactions': (node, [principal = ''], { query }) =>
    answerPage(query, entriesOf(node, principal), transactionShape),
  'GET /extended/v1/address/*/mempool': (node, [principal = ''], { query }) =>
    answerPage(query, pendingEntriesOf(node, principal), transactionShape),
  'GET /extended/v2/addresses/*/transactions': (node, [principal = ''], { query }) =>
    answerPage(query, entriesOf(node, principal), (entry) => transferShape(entry, principal)),
  'GET /extended/v1/tx/*': (node, [id = '']) => {
    const entry = node.entries.get(`0x${id.replace(/^0x/, '')}`)
    return entry
      ? okAnswer(transactionShape(entry))
      : faultAnswer(404, `could not find transaction by ID ${id.slice(0, 80)}`)
  },
  'GET /v2/contracts/interface/*/*': (node, [address, name]) => {
    const contractInterface = node.simulator.interfaceOf(`${address}.${name}`)
    return contractInterface
      ? okAnswer(contractInterface)
      : faultAnswer(404, 'No contract interface data found')
  },
  'GET /v2/contracts/source/*/*': (node, [address, name]) => {
    const source = node.simulator.sourceOf(`${address}.${name}`)
    return source === undefined
      ? faultAnswer(404, 'No contract source data found')
      : okAnswer({ source, publish_height: 1 })
  },
  'POST /v2/contracts/call-read/*/*/*': callRead,
  'GET /v2/fees/transfer': () => okAnswer(1),
  'POST /v2/fees/transaction': (_node, _parts, question) => estimateFee(question),
  'POST /v2/transactions': (node, _parts, question) => broadcastTransaction(node, question),
  // Starts or pauses mining. Only the devnet has this route; it is not part of Hiro's API.
  'POST /devnet/mine': async (node, _parts, { body }) => {
    await node.mine(body.toString() !== 'hold')
    return okAnswer({ mining: body.toString() !== 'hold' })
  },
}
const routePatterns = Object.entries(routes).map(([key, route]) => {
  const [method = '', path = ''] = key.split(' ')
  return { method, pattern: new RegExp(`^${path.replaceAll('*', '([^/]+)')}/?$`), route }
})

/** Answers one HTTP request; with status 404 for an unknown path. */
export async function answerQuestion(node: StacksNode, question: RouteQuestion): Promise<Answer> {
  for (const { method, pattern, route } of routePatterns) {
    const pathMatch = method === question.method ? pattern.exec(question.path) : null
    if (pathMatch) return route(node, pathMatch.slice(1).map(decodeURIComponent), question)
  }
  return faultAnswer(404, `cannot ${question.method} ${question.path.slice(0, 200)}`)
}

/**
 * Writes JSON, with bigints as text. Clarity values in the interface of a contract stay unchanged.
 */
export function writeJson(json: unknown): string {
  return JSON.stringify(json, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}
