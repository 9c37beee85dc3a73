import { chainOf, LatchkeyError } from '@latchkey/protocol'
import type { AuthPayload } from '../cacao/auth-payload.ts'
import type { SignInFields } from '../cacao/cacao.ts'
import { signInText } from '../cacao/sign-in-text.ts'
import type { WalletSide } from '../wallet-contract.ts'
import { type PendingEntry, pendingKey } from './open-wallet-store.ts'
import type { Wallet } from './wallet.ts'

/** The event that reports a pending entry to the wallet's interface. */
export function eventOfPending(
  waiting: PendingEntry,
): ReturnType<WalletSide['getPending']>[number] {
  if (waiting.kind === 'proposal') return { type: 'proposal', proposal: waiting.proposal }
  if (waiting.kind === 'request') return { type: 'request', request: waiting.request }
  const { id, topic, expiresAt, metadata, payload } = waiting
  return {
    type: 'authentication',
    authentication: {
      id,
      pairingTopic: topic,
      expiresAt,
      metadata,
      chains: payload.chains,
      messageFor(account) {
        if (!payload.chains.includes(chainOf(account)))
          throw new LatchkeyError('proposal-unsupported', {
            sourceCode: 5100,
            reason: `${chainOf(account)}: not asked for`,
          })
        return signInText(account, signInFieldsOf(payload))
      },
    },
  }
}

/** The fields of a payload that become part of the signed text. */
export function signInFieldsOf({
  type: _type,
  chains: _chains,
  ...fields
}: AuthPayload): SignInFields {
  return fields
}

/** Shows an entry to the user, once. */
export function showPendingEntry(wallet: Wallet, waiting: PendingEntry): void {
  const key = pendingKey(waiting)
  if (wallet.book.waiting.has(key)) return
  wallet.book.waiting.set(key, waiting)
  wallet.changed()
  wallet.emit(eventOfPending(waiting))
}

/**
 * Runs `answer` for a pending entry, which is not pending meanwhile, so that nothing answers it
 * twice. When `answer` fails, the entry is pending again.
 * @throws the error of `answer`, or `pairing-expired` | `request-expired` when the entry is no
 * longer pending
 */
export async function takePending<K extends PendingEntry['kind'], T>(
  wallet: Wallet,
  { key, kinds }: { readonly key: string; readonly kinds: readonly K[] },
  answer: (waiting: Extract<PendingEntry, { kind: K }>) => Promise<T>,
): Promise<T> {
  const { waiting, pairings, sessions } = wallet.book
  const pendingEntry = waiting.get(key)
  const isOfKind = (entry: PendingEntry): entry is Extract<PendingEntry, { kind: K }> =>
    (kinds as readonly string[]).includes(entry.kind)
  if (
    !pendingEntry ||
    !isOfKind(pendingEntry) ||
    wallet.busy.has(key) ||
    pendingEntry.expiresAt <= Date.now()
  ) {
    const isRequest = (kinds as readonly string[]).includes('request')
    throw new LatchkeyError(isRequest ? 'request-expired' : 'pairing-expired', {
      reason: 'nothing waits under this id',
    })
  }
  wallet.busy.add(key)
  try {
    const result = await answer(pendingEntry)
    waiting.delete(key)
    return result
  } catch (error) {
    const isReachable =
      pairings.has(pendingEntry.topic) || sessions.has(pendingEntry.topic) || !pendingEntry.relay
    if (!isReachable && waiting.delete(key)) wallet.emit({ type: 'expired', id: pendingEntry.id })
    throw error
  } finally {
    wallet.busy.delete(key)
    wallet.changed()
    // The state is saved before this function resolves: a wallet may close right after its answer,
    // and would otherwise show the entry again later.
    await wallet.book.save()
  }
}

/** Entries that wait for the user and are not being answered, oldest first. */
export function listPending({ book, busy }: Wallet): ReturnType<WalletSide['getPending']> {
  return [...book.waiting]
    .filter(([key]) => !busy.has(key))
    .map(([, waiting]) => eventOfPending(waiting))
}
