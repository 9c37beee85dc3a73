import type { KitStorage } from '@latchkey/core'
import type { AuthPayload } from '../cacao/auth-payload.ts'
import type { Hex32, Keep, Metadata, Seal, SessionRecord } from '../contract.ts'
import { isHex32 } from '../crypto/bytes.ts'
import { isFieldRecord } from '../namespaces/entries.ts'
import type { WalletProposal, WalletRequest } from '../wallet-contract.ts'

/** A pairing link that the wallet has opened and listens on. */
export interface Pairing {
  readonly topic: Hex32
  readonly symKey: Hex32
  /** Time of expiry, in milliseconds since the epoch. */
  readonly expiresAt: number
  /** Whether the page's link announced a one-click sign-in. */
  readonly isAuthenticating: boolean
}

interface OpenRequest {
  readonly id: number
  /** Topic on which the message arrived. */
  readonly topic: Hex32
  /** Address of the relay that delivered the message; absent in link mode. */
  readonly relay?: string
  /** Time of expiry, in milliseconds since the epoch. */
  readonly expiresAt: number
}
/** A proposal, sign-in or request that waits for the user's decision. */
export type PendingEntry = OpenRequest &
  (
    | { readonly kind: 'proposal'; readonly publicKey: Hex32; readonly proposal: WalletProposal }
    | {
        readonly kind: 'authentication'
        readonly publicKey: Hex32
        readonly metadata: Metadata
        readonly payload: AuthPayload
      }
    | { readonly kind: 'request'; readonly request: WalletRequest }
  )

/** The wallet's state. Its maps are always current; `save` writes them to the storage. */
export interface WalletStore {
  readonly pairings: Map<Hex32, Pairing>
  readonly sessions: Map<Hex32, SessionRecord>
  /** Entries that wait for the user, by the key that `pendingKey` computes. */
  readonly waiting: Map<string, PendingEntry>
  /** Fills the maps with what the storage has. */
  load(): Promise<void>
  /** Writes the maps to the storage; never rejects. */
  save(): Promise<void>
  /** Returns a session as last stored by any tab of this wallet. */
  stored(topic: Hex32): Promise<SessionRecord | undefined>
}

const lengthLimit = 1_048_576

/**
 * The key of a pending entry. Peers choose the ids, so the key of a request also names its session;
 * a proposal or sign-in has its id alone.
 */
export function pendingKey({
  kind,
  topic,
  id,
}: Pick<PendingEntry, 'kind' | 'topic' | 'id'>): string {
  return kind === 'request' ? `${topic}:${id}` : `${id}`
}

/**
 * Opens the wallet's state. Sessions are stored by `keep`, everything else under `key` with the
 * same encryption; without encryption the state lives as long as the page.
 */
export function openWalletStore(options: {
  readonly keep: Keep
  readonly key: string
  readonly storage: KitStorage | null
  readonly seal: Seal | undefined
}): WalletStore {
  const { keep, key, storage, seal } = options
  const book = {
    pairings: new Map<Hex32, Pairing>(),
    sessions: new Map<Hex32, SessionRecord>(),
    waiting: new Map<string, PendingEntry>(),
  }
  const writeQueue = { last: Promise.resolve(), isQueued: false }
  // The state that this page last read or wrote. Only differences from it are written, so that
  // entries of other tabs are neither overwritten nor restored.
  const syncedEntries = {
    pairings: new Map(book.pairings),
    sessions: new Map(book.sessions),
    waiting: new Map(book.waiting),
  }

  async function readStoredRest(): Promise<
    Readonly<Record<'pairings' | 'waiting', readonly unknown[]>>
  > {
    const sealedText = seal ? storage?.getItem(key) : undefined
    const storedFields: unknown =
      seal && sealedText && sealedText.length <= lengthLimit
        ? JSON.parse(await seal.open(sealedText))
        : {}
    const listOf = (value: unknown) => (Array.isArray(value) ? value : [])
    return isFieldRecord(storedFields)
      ? { pairings: listOf(storedFields.pairings), waiting: listOf(storedFields.waiting) }
      : { pairings: [], waiting: [] }
  }

  async function writeStore(): Promise<void> {
    writeQueue.isQueued = false
    const changes = {
      pairings: takeChanges(book.pairings, syncedEntries.pairings),
      sessions: takeChanges(book.sessions, syncedEntries.sessions),
      waiting: takeChanges(book.waiting, syncedEntries.waiting),
    }
    await keep.change((storedState) => ({
      ...storedState,
      sessions: changes.sessions(storedState.sessions, ({ topic }) => topic),
    }))
    if (!storage || !seal) return
    // Foreign data, or data encrypted with a lost key, is replaced.
    const storedEntries = await readStoredRest().catch(() => ({ pairings: [], waiting: [] }))
    const pairings = changes.pairings(
      aliveEntries<Pairing>(storedEntries.pairings),
      ({ topic }) => topic,
    )
    const waiting = changes.waiting(aliveEntries<PendingEntry>(storedEntries.waiting), pendingKey)
    if (pairings.length + waiting.length === 0) return storage.removeItem(key)
    const sealedText = await seal.close(JSON.stringify({ pairings, waiting }))
    if (sealedText.length <= lengthLimit) storage.setItem(key, sealedText)
  }

  return {
    ...book,
    async load() {
      for (const session of (await keep.read()).sessions) {
        book.sessions.set(session.topic, session)
      }
      const storedEntries = await readStoredRest()
      for (const pairing of aliveEntries<Pairing>(storedEntries.pairings)) {
        book.pairings.set(pairing.topic, pairing)
      }
      for (const waiting of aliveEntries<PendingEntry>(storedEntries.waiting)) {
        book.waiting.set(pendingKey(waiting), waiting)
      }
      takeChanges(book.pairings, syncedEntries.pairings)
      takeChanges(book.sessions, syncedEntries.sessions)
      takeChanges(book.waiting, syncedEntries.waiting)
    },
    stored: async (topic) =>
      (await keep.read()).sessions.find((session) => session.topic === topic),
    save() {
      if (writeQueue.isQueued) return writeQueue.last
      writeQueue.isQueued = true
      // With a full or blocked storage the state stays in memory.
      writeQueue.last = writeQueue.last.then(writeStore).catch(() => undefined)
      return writeQueue.last
    },
  }
}

function aliveEntries<T extends { readonly expiresAt: number }>(list: readonly unknown[]): T[] {
  const now = Date.now()
  return list.filter(
    (entry): entry is T =>
      isFieldRecord(entry) && isHex32(entry.topic) && Number(entry.expiresAt) > now,
  )
}

/**
 * The difference between `now` and `previousEntries` as an edit of the stored data; updates
 * `previousEntries`.
 */
function takeChanges<T>(
  now: ReadonlyMap<string, T>,
  previousEntries: Map<string, T>,
): (stored: readonly T[], keyOf: (entry: T) => string) => readonly T[] {
  const removedKeys = new Set([...previousEntries.keys()].filter((key) => !now.has(key)))
  const changedEntries = new Map(
    [...now].filter(([key, entry]) => previousEntries.get(key) !== entry),
  )
  previousEntries.clear()
  for (const [key, entry] of now) {
    previousEntries.set(key, entry)
  }
  return (stored, keyOf) => [
    ...stored.filter(
      (entry) => !removedKeys.has(keyOf(entry)) && !changedEntries.has(keyOf(entry)),
    ),
    ...changedEntries.values(),
  ]
}
