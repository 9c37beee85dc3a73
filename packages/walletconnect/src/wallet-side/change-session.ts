import { hasCode, LatchkeyError } from '@latchkey/protocol'
import type { WireError } from '../channel.ts'
import type { SessionRecord } from '../contract.ts'
import { sendRequest } from './send.ts'
import type { Wallet } from './wallet.ts'

/** How long the page is waited for; after that the news lies in its mailbox. */
const patienceMs = 10_000

/**
 * Changes a session here at once and tells the page; taken back when the page refuses or no relay
 * takes the news.
 * @throws `request-unauthorized` with the page's code | `relay-unreachable`
 */
export async function changeSession(
  wallet: Wallet,
  before: SessionRecord,
  change: Partial<Pick<SessionRecord, 'namespaces' | 'expiresAt'>>,
  [method, params]: readonly [method: string, params: unknown],
): Promise<void> {
  const { book } = wallet
  const applyChange = (change: Partial<SessionRecord>): void => {
    const held = book.sessions.get(before.topic)
    if (!held) return
    const session = { ...held, ...change }
    book.sessions.set(before.topic, session)
    wallet.changed()
    wallet.emit({ type: 'session', session })
  }
  applyChange(change)
  // Other tabs of this wallet hear the news too, and know by what is stored that it is ours.
  await book.save()
  try {
    await sendRequest(wallet, before, method, params, patienceMs)
  } catch (error) {
    if (hasCode(error, 'request-expired')) return
    const { namespaces, expiresAt } = before
    applyChange('namespaces' in change ? { namespaces } : { expiresAt })
    if (hasCode(error)) throw error
    const { code, message } = error as WireError
    throw new LatchkeyError('request-unauthorized', {
      ...(code === undefined ? {} : { sourceCode: code }),
      reason: message ?? 'the page refused it',
    })
  }
}
