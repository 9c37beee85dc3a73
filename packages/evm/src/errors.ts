import { codeOfNodeMessage, codeOfRpcError, type ErrorCode, hasCode } from '@latchkey/protocol'

/**
 * Error codes that only say that something failed; a more exact code of an inner error is used
 * instead.
 */
const unspecificCodes: readonly ErrorCode[] = [
  'rpc-internal',
  'rpc-invalid-input',
  'rpc-transaction-rejected',
]

/** Maps an error of a wallet, a node or viem to an error code of Latchkey; never throws. */
export function explain(error: unknown): ErrorCode {
  const layers = listErrorLayers(error)
  const codedLayer = layers.find((layer) => hasCode(layer))
  if (codedLayer) return (codedLayer as unknown as { code: ErrorCode }).code
  if (layers.some((layer) => layer.name === 'AbortError')) return 'aborted'

  const codes = layers.flatMap(
    ({ code }) => codeOfRpcError(typeof code === 'string' ? Number(code) : code) ?? [],
  )
  const messages = layers
    .flatMap(({ message, details }) => [message, details])
    .filter((text) => typeof text === 'string')
  return (
    codes.find((code) => !unspecificCodes.includes(code)) ??
    messages.map(codeOfNodeMessage).find((code) => code !== undefined) ??
    (messages.some((text) => /user (rejected|cancell?ed|denied)/i.test(text.slice(0, 2000)))
      ? 'user-rejected'
      : codes[0]) ??
    'unknown'
  )
}

interface Layer {
  readonly name?: unknown
  readonly code?: unknown
  readonly message?: unknown
  readonly details?: unknown
}

/**
 * Returns an error and the errors inside it, outermost first, at most sixteen. Inner errors are in
 * `cause`, `data.originalError`, `data.cause` or `error`.
 */
function listErrorLayers(error: unknown): readonly Layer[] {
  const layers: Layer[] = []
  const queue: unknown[] = [typeof error === 'string' ? { message: error } : error]
  while (queue.length > 0 && layers.length < 16) {
    const queuedError = queue.shift()
    if (typeof queuedError !== 'object' || queuedError === null) continue
    const layer = queuedError as Record<string, unknown>
    const readKey = (key: string) => {
      try {
        return layer[key]
      } catch {
        return undefined
      }
    }
    const data = readKey('data')
    layers.push({
      name: readKey('name'),
      code: readKey('code'),
      message: readKey('message'),
      details: readKey('details'),
    })
    queue.push(readKey('cause'), readKey('error'), readKey('originalError'), data)
  }
  return layers
}
