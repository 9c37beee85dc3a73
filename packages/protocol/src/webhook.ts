import { isOrderEvent, type OrderEvent } from './calls/payment-order.ts'

const signaturePattern = /^t=(\d{1,12})((?:,v1=[\da-f]{64}){1,5})$/

/**
 * Verifies a webhook call of the gateway about an order: the call must be signed with the webhook's
 * secret, it must be recent, and its body must be an order event. The Web Crypto API is used, which
 * Node, Deno, Bun and edge runtimes have.
 *
 * The gateway repeats a call until the receiver answers 2xx. Each attempt has the same event id. So
 * store the ids of handled events, and answer 200 to an event that was handled before.
 * @param call - `body` is the body of the request, byte for byte; `signature` is the request's
 *   header `latchkey-signature`; `secret` is the webhook's secret, or both secrets while one
 *   replaces the other; `toleranceSeconds` is the maximum age of a call, and how far its time may
 *   be in the future (default 300)
 * @returns the event; undefined when the call is not genuine and must be refused
 *
 * @example
 * import { verifyOrderEvent } from '@latchkey/protocol/webhook'
 *
 * export async function receive(request: Request): Promise<Response> {
 *   const event = await verifyOrderEvent({
 *     body: await request.text(),
 *     signature: request.headers.get('latchkey-signature'),
 *     secret: 'lkw_…',
 *   })
 *   if (!event) return new Response(null, { status: 400 })
 *   if (event.order.state === 'settled') console.log(`deliver ${event.order.reference}`)
 *   return new Response(null, { status: 200 })
 * }
 */
export async function verifyOrderEvent(
  call: verifyOrderEvent.Parameters,
): Promise<OrderEvent | undefined> {
  const { body, signature, secret, toleranceSeconds = 300, now = Date.now() } = call
  const [, timestamp, list = ''] = signaturePattern.exec(signature ?? '') ?? []
  if (timestamp === undefined) return undefined
  if (Math.abs(now / 1_000 - Number(timestamp)) > toleranceSeconds) return undefined
  const signatures = list.split(',v1=').slice(1).map(decodeHex)
  const signed = new TextEncoder().encode(`${timestamp}.${body}`)
  for (const one of typeof secret === 'string' ? [secret] : secret) {
    // An empty secret is refused, because anybody could sign with it.
    if (one !== '' && (await isSigned(one, signatures, signed))) return readEvent(body)
  }
  return undefined
}

export declare namespace verifyOrderEvent {
  export interface Parameters {
    /** Body of the request, byte for byte as it came. */
    readonly body: string
    /** Header `latchkey-signature` of the request: `t=<seconds>,v1=<hex>`. */
    readonly signature: string | null | undefined
    /** Secret of the webhook, or both secrets while one replaces the other. */
    readonly secret: string | readonly string[]
    /**
     * Maximum difference between the time of the call and the current time, in seconds; default
     * 300.
     */
    readonly toleranceSeconds?: number | undefined
    /** Current time in milliseconds since the epoch; default: the time of the system's clock. */
    readonly now?: number | undefined
  }
}

async function isSigned(
  secret: string,
  signatures: readonly Uint8Array<ArrayBuffer>[],
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const keyBytes = new TextEncoder().encode(secret)
  const key = await crypto.subtle.importKey('raw', keyBytes, algorithm, false, ['verify'])
  // The method `verify` of Web Crypto compares in constant time, so its duration does not help to
  // guess a signature.
  const results = await Promise.all(
    signatures.map((signature) => crypto.subtle.verify('HMAC', key, signature, signed)),
  )
  return results.includes(true)
}

function decodeHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  )
}

function readEvent(body: string): OrderEvent | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return isOrderEvent(value) ? value : undefined
  } catch {
    return undefined
  }
}
