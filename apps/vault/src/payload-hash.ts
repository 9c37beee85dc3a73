import type { ChainId } from '@latchkey/protocol'

/**
 * What the visitor is shown and what is signed: the request as the frame has completed it (nonce,
 * gas, fees).
 */
export interface ShownRequest {
  readonly chain: ChainId
  readonly method: string
  readonly params: unknown
}

/**
 * SHA-256, in hex, of the JSON text of `[chain, method, params]`: what a window approves, what a
 * share is released for and what the worker signs. Window, frame and worker each compute it from
 * what they hold.
 */
export async function payloadHash({ chain, method, params }: ShownRequest): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify([chain, method, params]))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
