import { hasCode } from '@latchkey/protocol'
import type { RelayEnd, RelayText, RelayTold } from '@latchkey/protocol/vault'
import type { SignIn } from '../frame/account/open-sign-in.ts'

/**
 * Milliseconds to listen after the last message. The gateway keeps undelivered messages for the
 * same time.
 */
export const relayLifeMs = 600_000
const retryDelayMs = 1_000

/**
 * Listens as one end of a relay until `signal` aborts; resolves when the relay has ended.
 * @throws what the API throws, except network errors
 */
export async function listenRelay(options: {
  readonly signIn: Pick<SignIn, 'call'>
  readonly id: string
  readonly at: RelayEnd
  readonly signal: AbortSignal
  readonly take: (told: RelayTold) => Promise<void>
}): Promise<void> {
  const { signIn, id, at, signal, take } = options
  let lastSeq = 0
  let deadline = Date.now() + relayLifeMs
  while (!signal.aborted && Date.now() < deadline) {
    try {
      const { told } = await signIn.call('POST /api/relay/wait', { id, at, after: lastSeq }, signal)
      for (const message of told) {
        if (signal.aborted) return
        lastSeq = Math.max(lastSeq, message.seq)
        deadline = Date.now() + relayLifeMs
        await take(message)
      }
    } catch (error) {
      if (signal.aborted) return
      if (!hasCode(error, 'gateway-unreachable') && !hasCode(error, 'gateway-timeout')) throw error
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
    }
  }
}

/** Sends messages to the other end, one after another. */
export function openRelaySender(
  signIn: Pick<SignIn, 'call'>,
  id: string,
  recipient: RelayEnd,
): (text: RelayText | Promise<RelayText>) => Promise<void> {
  let sendQueue: Promise<unknown> = Promise.resolve()
  return (text) => {
    const queuedSend = sendQueue.then(async () => {
      await signIn.call('POST /api/relay/tell', {
        id,
        to: recipient,
        text: JSON.stringify(await text),
      })
    })
    sendQueue = queuedSend.catch(() => {})
    return queuedSend
  }
}
