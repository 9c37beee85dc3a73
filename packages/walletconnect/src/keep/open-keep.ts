import type { KitStorage } from '@latchkey/core'
import type { Keep, KeepOptions, Seal, StoredState } from '../contract.ts'
import { openTurn } from './in-turn.ts'
import { keptKey } from './kept-key.ts'
import { openMarks } from './marks.ts'
import { emptyState, limitState, readKept } from './read-kept.ts'
import { storeWaiting } from './waiting.ts'

/**
 * Maximum length of the stored text, far above that of the bounded lists. A longer text was not
 * written by this module.
 */
const maxLength = 1_048_576

/**
 * Stores pairings, sessions and message hashes, encrypted as one text under
 * `latchkey.{kit}.v1.walletconnect`. Without storage or seal, and after the first storage error, it
 * keeps them in memory only.
 */
export function openKeep(
  options: KeepOptions & { readonly locks?: LockManager; readonly now?: () => number },
): Keep {
  const { kit, now = Date.now, locks = globalThis.navigator?.locks } = options
  const marks = locks && openMarks(keptKey(kit), locks)
  // `memory` has the data once `storage` fails; until then, the last data read or written.
  let seal: Seal | undefined
  let storage: KitStorage | null = null
  const sealReady = Promise.resolve(options.seal).then((foundSeal) => {
    seal = foundSeal
    storage = foundSeal ? options.storage : null
  })
  const inTurn = openTurn(keptKey(kit), locks, sealReady)
  let memory: StoredState = emptyState
  let writes = 0

  async function loadKept(): Promise<StoredState> {
    if (!storage || !seal) return limitState(memory, now())
    const writesBefore = writes
    try {
      const text = storage.getItem(keptKey(kit))
      const kept = text === null ? emptyState : await openKept(storage, keptKey(kit), text, seal)
      // A slow read must not overwrite a later write of this page.
      if (writesBefore === writes) memory = kept
      return limitState(kept, now())
    } catch {
      storage = null
      return limitState(memory, now())
    }
  }

  async function storeKept(kept: StoredState): Promise<void> {
    memory = kept
    writes++
    if (!storage || !seal) return
    try {
      const empty = kept.pairings.length + kept.sessions.length + kept.seen.length === 0
      const text = empty ? '' : await seal.close(JSON.stringify(kept))
      if (text.length > maxLength) throw new RangeError('more than is ever read')
      if (empty) storage.removeItem(keptKey(kit))
      else storage.setItem(keptKey(kit), text)
      storeWaiting(storage, kit, kept.pairings)
    } catch {
      storage = null
    }
  }

  /** Identifies the stored text as this tab sees it, by its first characters, which are random. */
  function readMark(): string {
    try {
      return storage?.getItem(keptKey(kit))?.slice(0, 16) ?? ''
    } catch {
      return ''
    }
  }

  return {
    async read() {
      await sealReady
      return loadKept()
    },
    change: (edit) =>
      inTurn(async () => {
        if (storage) await marks?.awaitLatest(readMark).catch(() => {})
        const previousState = await loadKept()
        const nextState = edit(previousState)
        if (nextState === previousState) return previousState
        const kept = limitState(nextState, now())
        await storeKept(kept)
        if (storage) await marks?.leave(readMark())
        return kept
      }),
  }
}

/**
 * Decrypts the stored data. Data that is corrupt or was not written by this module is removed, and
 * an empty state is returned. Throws what the storage throws.
 */
async function openKept(
  storage: KitStorage,
  key: string,
  text: string,
  seal: Seal,
): Promise<StoredState> {
  try {
    if (text.length <= maxLength) return readKept(JSON.parse(await seal.open(text)))
  } catch {
    // The text was encrypted with a lost key, or is not encrypted.
  }
  // Another tab's newer text is kept.
  if (storage.getItem(key) === text) storage.removeItem(key)
  return emptyState
}
