import { codeOfNodeMessage, codeOfRpcError, type ErrorCode, hasCode } from '@latchkey/protocol'

// Error texts that only Solana has. They are tried in this order, on lower-cased text, before the
// texts that nodes of all chains share; some are enum names of Solana's nodes.
const codePatterns: readonly (readonly [ErrorCode, RegExp])[] = [
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
 * The texts of a failed simulation. They are tested after the error texts that nodes of all chains
 * share, but before the error number, because −32002 means a pending request in a wallet and a
 * failed simulation in a node.
 */
const revertedPattern =
  /transaction simulation failed|error processing instruction|instructionerror|custom program error/

/** Maps an error of a wallet or node to a Latchkey error code; never throws. */
export function explain(error: unknown): ErrorCode {
  const errorLayers = layersOf(error)
  const codedLayer = errorLayers.find((layer) => hasCode(layer))
  if (codedLayer) return codedLayer.code as ErrorCode
  if (errorLayers.some(({ name }) => name === 'AbortError')) return 'aborted'
  const rpcCodes = errorLayers.flatMap(
    ({ code }) => codeOfRpcError(typeof code === 'string' ? Number(code) : code) ?? [],
  )
  if (rpcCodes.includes('user-rejected')) return 'user-rejected'
  const text = errorLayers
    .map(({ texts }) => texts)
    .join('\n')
    .toLowerCase()
  return (
    codePatterns.find(([, pattern]) => pattern.test(text))?.[0] ??
    codeOfNodeMessage(text) ??
    (revertedPattern.test(text) ? 'execution-reverted' : rpcCodes[0]) ??
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
  const errorLayers: { name: unknown; code: unknown; texts: string }[] = []
  const pendingErrors: unknown[] = [typeof error === 'string' ? { message: error } : error]
  while (pendingErrors.length > 0 && errorLayers.length < 16) {
    const currentError = pendingErrors.shift()
    if (typeof currentError !== 'object' || currentError === null) continue
    const readField = (key: string): unknown => {
      try {
        return (currentError as Readonly<Record<string, unknown>>)[key]
      } catch {
        return undefined
      }
    }
    const logs = readField('logs')
    const texts = [
      readField('message'),
      readField('err'),
      ...(Array.isArray(logs) ? logs.slice(0, 100) : []),
    ]
      .filter((text) => typeof text === 'string')
      .map((text) => text.slice(0, 4096))
      .join('\n')
    errorLayers.push({ name: readField('name'), code: readField('code'), texts })
    pendingErrors.push(readField('cause'), readField('error'), readField('data'))
  }
  return errorLayers
}
