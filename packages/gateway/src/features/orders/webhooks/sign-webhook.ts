import { createHmac } from 'node:crypto'

/**
 * Signs the body of a webhook call: HMAC-SHA-256 over `<timestamp>.<body>`, as the header
 * `latchkey-signature` says it.
 * @param atMs - time of the attempt, in milliseconds since the epoch
 */
export function signWebhook(secret: string, body: string, atMs: number): string {
  const timestamp = Math.floor(atMs / 1_000)
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return `t=${timestamp},v1=${signature}`
}
