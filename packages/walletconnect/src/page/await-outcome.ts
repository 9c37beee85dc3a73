import type { WireError } from '../channel.ts'
import type { Sessions } from './open-sessions.ts'
import type { Outcome, SettlementContext } from './outcome.ts'
import { wireFailure } from './wire-failure.ts'

/**
 * Waits until a wallet has opened a session, by the proposal or the sign-in.
 * @param sessions - loads the code that is needed only after a wallet has answered
 * @throws `request-expired` when no wallet answers; the wallet's refusal;
 * `session-settlement-failed` | `session-expired`
 */
export async function awaitOutcome(
  pairingContext: SettlementContext,
  sessions: () => Promise<Sessions>,
  signal: AbortSignal,
): Promise<Outcome> {
  const { ground, record } = pairingContext
  const { topic, proposal: id, expiresAt, authenticate } = record
  const { channel } = ground
  const settledOutcome = channel
    .expect({ topic, id, expiresAt }, signal)
    .then(async (answer) => (await sessions()).settle(pairingContext, answer))
  if (!authenticate) return settledOutcome.catch(rethrowFailure)
  const adoptedOutcome = channel.expect({ ...authenticate, expiresAt }, signal).then(
    async (answer) => (await sessions()).adoptAnswer(pairingContext, answer),
    (error: WireError) => {
      // A wallet that does not know the sign-in method may still approve the proposal.
      if (error?.code === 10001) return settledOutcome
      throw error
    },
  )
  return Promise.race([settledOutcome, adoptedOutcome]).catch(rethrowFailure)
}

function rethrowFailure(error: unknown): never {
  throw wireFailure(error)
}
