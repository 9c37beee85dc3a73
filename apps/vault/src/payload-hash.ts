import type { ChainId } from '@latchkey/protocol'

/**
 * The request that the visitor sees and the worker signs. The frame has added what the page left
 * out (nonce, gas, fees).
 */
export interface ShownRequest {
  readonly chain: ChainId
  readonly method: string
  readonly params: unknown
}

/**
 * SHA-256, in hex, of the JSON text of `[chain, method, params]`. A window approves this hash, the
 * gateway releases a share for it, and the worker signs only a request that has this hash. Window,
 * frame and worker each compute it from their own data.
 */
export async function payloadHash({ chain, method, params }: ShownRequest): Promise<string> {
  const requestBytes = new TextEncoder().encode(JSON.stringify([chain, method, params]))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', requestBytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
