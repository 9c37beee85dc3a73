import { codeOfNodeMessage, codeOfRpcError, type ErrorCode, hasCode } from '@latchkey/protocol'

// Error texts of Solana come first; tested on lower-cased text in this order, including nodes' enum
// names.
const patterns: readonly (readonly [ErrorCode, RegExp])[] = [
  [
    'insufficient-fee-funds',
    /attempt to debit an account but found no record of a prior credit|insufficient ?funds ?for ?(fee|rent)|accountnotfound/,
  ],
  ['insufficient-funds', /transfer: insufficient lamports/],
  [
    'user-rejected',
    /user (rejected|cancell?ed|denied|declined)|(rejected|cancell?ed|denied|declined) by (the )?user/,
  ],
  [
    'rpc-transaction-rejected',
    /blockhash ?not ?found|block ?height ?exceeded|already ?processed|already been processed/,
  ],
]

/**
 * Tried after the table for nodes of all families. −32002 means a pending request for wallets, but
 * a failed simulation for nodes.
 */
const revertedPattern =
  /transaction simulation failed|error processing instruction|instructionerror|custom program error/

/** Maps an error of a wallet or node to one of our codes; never throws. */
export function explain(error: unknown): ErrorCode {
  const layers = layersOf(error)
  const codedLayer = layers.find((layer) => hasCode(layer))
  if (codedLayer) return codedLayer.code as ErrorCode
  if (layers.some(({ name }) => name === 'AbortError')) return 'aborted'
  const numbers = layers.flatMap(
    ({ code }) => codeOfRpcError(typeof code === 'string' ? Number(code) : code) ?? [],
  )
  if (numbers.includes('user-rejected')) return 'user-rejected'
  const text = layers
    .map(({ texts }) => texts)
    .join('\n')
    .toLowerCase()
  return (
    patterns.find(([, pattern]) => pattern.test(text))?.[0] ??
    codeOfNodeMessage(text) ??
    (revertedPattern.test(text) ? 'execution-reverted' : numbers[0]) ??
    'unknown'
  )
}

/** The code for a failed transaction, from the node's `err`. */
export function explainFailure(err: unknown): ErrorCode {
  const text = typeof err === 'string' ? err : JSON.stringify(err ?? null)
  return /InsufficientFundsFor(Fee|Rent)|AccountNotFound/.test(text.slice(0, 4096))
    ? 'insufficient-fee-funds'
    : 'execution-reverted'
}

/**
 * The error and the errors inside it (`cause`, `error`, `data`), with their messages and program
 * logs; at most sixteen.
 */
function layersOf(error: unknown) {
  const layers: { name: unknown; code: unknown; texts: string }[] = []
  const queue: unknown[] = [typeof error === 'string' ? { message: error } : error]
  while (queue.length > 0 && layers.length < 16) {
    const next = queue.shift()
    if (typeof next !== 'object' || next === null) continue
    const readKey = (key: string): unknown => {
      try {
        return (next as Readonly<Record<string, unknown>>)[key]
      } catch {
        return undefined
      }
    }
    const logs = readKey('logs')
    const texts = [
      readKey('message'),
      readKey('err'),
      ...(Array.isArray(logs) ? logs.slice(0, 100) : []),
    ]
      .filter((text) => typeof text === 'string')
      .map((text) => text.slice(0, 4096))
      .join('\n')
    layers.push({ name: readKey('name'), code: readKey('code'), texts })
    queue.push(readKey('cause'), readKey('error'), readKey('data'))
  }
  return layers
}
