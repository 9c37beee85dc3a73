import { hasCode } from '@latchkey/protocol'

/** Whether a wallet that lacks the method says so; nobody was asked then. */
export function isWithout(error: unknown): boolean {
  if (hasCode(error))
    return error.code === 'feature-unsupported' || error.code === 'request-unauthorized'
  const { code } = (error ?? {}) as { code?: unknown }
  return code === 4200 || code === -32601
}
