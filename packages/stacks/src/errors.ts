import { codeOfStacksReason, type ErrorCode } from '@latchkey/protocol'
import { explain as explainWallet } from '@latchkey/wbip'

/**
 * Maps an error of a wallet or node to a Latchkey error code; never throws. A node's reason is read
 * first, because it is more exact than any error number around it.
 */
export function explain(error: unknown): ErrorCode {
  for (const layer of layersOf(error)) {
    const code = codeOfStacksReason(peekAt(layer, 'reason'))
    if (code) return code
  }
  return explainWallet(error)
}

/** The error and the errors inside it, outermost first; at most sixteen. */
function layersOf(error: unknown): readonly unknown[] {
  const layers: unknown[] = []
  const pendingErrors: unknown[] = [error]
  while (pendingErrors.length > 0 && layers.length < 16) {
    const currentError = pendingErrors.shift()
    if (typeof currentError !== 'object' || currentError === null) continue
    layers.push(currentError)
    pendingErrors.push(
      peekAt(currentError, 'cause'),
      peekAt(currentError, 'data'),
      peekAt(currentError, 'error'),
    )
  }
  return layers
}

function peekAt(value: unknown, key: string): unknown {
  try {
    return (value as Record<string, unknown> | null)?.[key]
  } catch {
    return undefined
  }
}
