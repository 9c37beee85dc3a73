import { isRegisteredName, type RegisteredName, rpcTimeoutMs } from '@latchkey/protocol'
import { getFromGateway } from '../gateway/get.ts'
import { withTimeout } from '../http/with-timeout.ts'
import type { Kit } from '../machine/kit.ts'

/**
 * One name in the gateway operator's name zone; null when nobody owns it.
 * @throws what the gateway's client throws
 */
export async function readName(
  kit: Kit,
  name: string,
  signal?: AbortSignal,
): Promise<RegisteredName | null> {
  const { found } = await withTimeout(rpcTimeoutMs, signal, (innerSignal) =>
    getFromGateway(kit, `v1/profile/account/${encodeURIComponent(name)}`, {
      query: { apiVersion: 2 },
      signal: innerSignal,
      read: (answer) => {
        if (Array.isArray(answer) && answer.length === 0) return { found: null }
        return isRegisteredName(answer) && answer.name === name ? { found: answer } : null
      },
    }),
  )
  return found
}
