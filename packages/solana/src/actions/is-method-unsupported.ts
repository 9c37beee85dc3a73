import { hasCode } from '@latchkey/protocol'

/**
 * Whether an error says that the wallet does not support the method; the visitor was not asked
 * then.
 */
export function isMethodUnsupported(error: unknown): boolean {
  if (hasCode(error))
    return error.code === 'feature-unsupported' || error.code === 'request-unauthorized'
  const { code } = (error ?? {}) as { code?: unknown }
  return code === 4200 || code === -32601
}
