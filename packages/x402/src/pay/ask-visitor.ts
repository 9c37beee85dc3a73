import type { Kit } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { race } from '@latchkey/protocol/race'
import type { AskVisitor, Payment } from '../contract.ts'
import { allowSession, takeFromSession } from './spending.ts'

/**
 * Asks the visitor about a payment, unless an earlier answer already allows it. Without `ask`, only
 * the wallet's own window asks.
 * @throws `user-rejected` | `aborted` | whatever `ask` throws
 */
export async function askVisitor(
  kit: Kit,
  payment: Payment,
  ask: AskVisitor | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (!ask || takeFromSession(kit, payment)) return
  const decision: unknown = await race(() => ask(payment, { signal }), signal)
  if (decision === 'session') allowSession(kit, payment)
  else if (decision !== true)
    throw new LatchkeyError('user-rejected', { reason: 'the payment was not allowed' })
}
