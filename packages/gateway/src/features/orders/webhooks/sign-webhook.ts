import { createHmac } from 'node:crypto'

/**
 * Signs the body of a webhook call and returns the value of the header `latchkey-signature`. The
 * signature is HMAC-SHA-256 over `<timestamp>.<body>`.
 * @param atMs - time of the webhook call, in milliseconds since the epoch
 */
export function signWebhook(secret: string, body: string, atMs: number): string {
  const timestamp = Math.floor(atMs / 1_000)
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return `t=${timestamp},v1=${signature}`
}
