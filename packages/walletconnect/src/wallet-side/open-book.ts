import type { KitStorage } from '@latchkey/core'
import type { AuthPayload } from '../cacao/auth-payload.ts'
import type { Hex32, Keep, Metadata, Seal, SessionRecord, WalletProposal, WalletRequest } from '../contract.ts'
import { isHex32 } from '../crypto/bytes.ts'
import { isFields } from '../namespaces/entries.ts'

/** A link that is followed. */
export interface Pairing {
  readonly topic: Hex32
  readonly symKey: Hex32
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  /** The page asks for a one-click sign-in first. */
  readonly isAuthenticating: boolean
}

interface Asked {
  readonly id: number
  /** It came on this topic. */
  readonly topic: Hex32
  /** Address of the relay it came by; none in link mode. */
  readonly relay?: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}
/** What waits for the wallet's user. */
export type Waiting = Asked &
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

/** All that a wallet remembers. Its maps are the present; `save` brings them to the storage soon. */
export interface Book {
  readonly pairings: Map<Hex32, Pairing>
  readonly sessions: Map<Hex32, SessionRecord>
  /** By `waitingKey`. */
  readonly waiting: Map<string, Waiting>
  /** Fills the maps. */
  load(): Promise<void>
  /** Never rejects. */
  save(): Promise<void>
}

const lengthLimit = 1_048_576

/** Ids are the peer's choice: requests are told apart by their session, proposals by their id alone. */
export function waitingKey({ kind, topic, id }: Pick<Waiting, 'kind' | 'topic' | 'id'>): string {
  return kind === 'request' ? `${topic}:${id}` : `${id}`
}

/** Sessions lie in the keep, the rest beside it, sealed the same way; without a seal it lives as long as the page. */
export function openBook(options: {
  readonly keep: Keep
  readonly key: string
  readonly storage: KitStorage | null
  readonly seal: Seal | undefined
}): Book {
  const { keep, key, storage, seal } = options
  const book = {
    pairings: new Map<Hex32, Pairing>(),
    sessions: new Map<Hex32, SessionRecord>(),
    waiting: new Map<string, Waiting>(),
  }
  const writing = { last: Promise.resolve(), isQueued: false }

  async function write(): Promise<void> {
    writing.isQueued = false
    const sessions = [...book.sessions.values()]
    await keep.change((kept) => ({ ...kept, sessions }))
    if (!storage || !seal) return
    const rest = { pairings: [...book.pairings.values()], waiting: [...book.waiting.values()] }
    if (rest.pairings.length + rest.waiting.length === 0) return storage.removeItem(key)
    const sealed = await seal.close(JSON.stringify(rest))
    if (sealed.length <= lengthLimit) storage.setItem(key, sealed)
  }

  return {
    ...book,
    async load() {
      for (const session of (await keep.read()).sessions) book.sessions.set(session.topic, session)
      const sealed = seal ? storage?.getItem(key) : undefined
      if (!seal || !sealed || sealed.length > lengthLimit) return
      const read: unknown = JSON.parse(await seal.open(sealed))
      if (!isFields(read)) return
      const now = Date.now()
      const alive = <T extends { readonly expiresAt: number }>(list: unknown): T[] =>
        (Array.isArray(list) ? list : []).filter(
          (one) => isFields(one) && isHex32(one.topic) && Number(one.expiresAt) > now,
        )
      for (const pairing of alive<Pairing>(read.pairings)) book.pairings.set(pairing.topic, pairing)
      for (const waiting of alive<Waiting>(read.waiting)) book.waiting.set(waitingKey(waiting), waiting)
    },
    save() {
      if (writing.isQueued) return writing.last
      writing.isQueued = true
      // A full or closed storage: what is known stays in memory.
      writing.last = writing.last.then(write).catch(() => undefined)
      return writing.last
    },
  }
}
