import { hasCode, LatchkeyError } from '@latchkey/protocol'
import type { WireError } from '../channel.ts'
import type { SessionRecord } from '../contract.ts'
import { sendRequest } from './send.ts'
import type { Wallet } from './wallet.ts'

/** Milliseconds to wait for the page; afterwards the message stays at the relay for it. */
const pageTimeoutMs = 10_000

/**
 * Changes a session here at once and sends the change to the page. The change is undone when the
 * page refuses it, or when no relay accepts the message.
 * @throws `request-unauthorized` with the page's code | `relay-unreachable`
 */
export async function changeSession(
  wallet: Wallet,
  previousSession: SessionRecord,
  change: Partial<Pick<SessionRecord, 'namespaces' | 'expiresAt'>>,
  [method, params]: readonly [method: string, params: unknown],
): Promise<void> {
  const { book } = wallet
  const applyChange = (change: Partial<SessionRecord>): void => {
    const currentSession = book.sessions.get(previousSession.topic)
    if (!currentSession) return
    const session = { ...currentSession, ...change }
    book.sessions.set(previousSession.topic, session)
    wallet.changed()
    wallet.emit({ type: 'session', session })
  }
  applyChange(change)
  // The change is stored first, because other tabs of this wallet receive the message too and
  // compare it with the stored state.
  await book.save()
  try {
    await sendRequest(wallet, previousSession, method, params, pageTimeoutMs)
  } catch (error) {
    if (hasCode(error, 'request-expired')) return
    const { namespaces, expiresAt } = previousSession
    applyChange('namespaces' in change ? { namespaces } : { expiresAt })
    if (hasCode(error)) throw error
    const { code, message } = error as WireError
    throw new LatchkeyError('request-unauthorized', {
      ...(code === undefined ? {} : { sourceCode: code }),
      reason: message ?? 'the page refused it',
    })
  }
}
