import { hasCode } from '@latchkey/protocol'
import type { RelayEnd, RelayText, RelayTold } from '@latchkey/protocol/vault'
import type { SignIn } from '../frame/account/open-sign-in.ts'

/** Milliseconds to listen after the last message; the gateway keeps texts for the same time. */
export const relayMs = 600_000
const again = 1_000

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
  let after = 0
  let until = Date.now() + relayMs
  while (!signal.aborted && Date.now() < until) {
    try {
      const { told } = await signIn.call('POST /api/relay/wait', { id, at, after }, signal)
      for (const one of told) {
        if (signal.aborted) return
        after = Math.max(after, one.seq)
        until = Date.now() + relayMs
        await take(one)
      }
    } catch (error) {
      if (signal.aborted) return
      if (!hasCode(error, 'gateway-unreachable') && !hasCode(error, 'gateway-timeout')) throw error
      await new Promise((resolve) => setTimeout(resolve, again))
    }
  }
}

/** Sends texts to the other end, one after the other. */
export function tellRelay(
  signIn: Pick<SignIn, 'call'>,
  id: string,
  to: RelayEnd,
): (text: RelayText | Promise<RelayText>) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  return (text) => {
    const mine = last.then(async () => {
      await signIn.call('POST /api/relay/tell', { id, to, text: JSON.stringify(await text) })
    })
    last = mine.catch(() => {})
    return mine
  }
}
