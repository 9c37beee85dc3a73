import type { KitStorage } from '@latchkey/core'
import type { Keep, KeepOptions, Seal, StoredState } from '../contract.ts'
import { emptyState, limitState, readStoredState } from './read-stored-state.ts'
import { openSerialQueue } from './serial-queue.ts'
import { storageKeyOfKit } from './storage-keys.ts'
import { storeWaitingEnd } from './waiting-end.ts'
import { openWriteMarks } from './write-marks.ts'

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
  const writeMarks = locks && openWriteMarks(storageKeyOfKit(kit), locks)
  // `memory` is the data last read or written; once `storage` has failed, it is the only copy.
  let seal: Seal | undefined
  let storage: KitStorage | null = null
  const sealReady = Promise.resolve(options.seal).then((foundSeal) => {
    seal = foundSeal
    storage = foundSeal ? options.storage : null
  })
  const runInTurn = openSerialQueue(storageKeyOfKit(kit), locks, sealReady)
  let memory: StoredState = emptyState
  let writeCount = 0

  async function loadState(): Promise<StoredState> {
    if (!storage || !seal) return limitState(memory, now())
    const previousWriteCount = writeCount
    try {
      const text = storage.getItem(storageKeyOfKit(kit))
      const loadedState =
        text === null ? emptyState : await decryptState(storage, storageKeyOfKit(kit), text, seal)
      // A slow read must not overwrite a later write of this page.
      if (previousWriteCount === writeCount) memory = loadedState
      return limitState(loadedState, now())
    } catch {
      storage = null
      return limitState(memory, now())
    }
  }

  async function storeState(kept: StoredState): Promise<void> {
    memory = kept
    writeCount++
    if (!storage || !seal) return
    try {
      const isEmpty = kept.pairings.length + kept.sessions.length + kept.seen.length === 0
      const text = isEmpty ? '' : await seal.close(JSON.stringify(kept))
      if (text.length > maxLength) throw new RangeError('more than is ever read')
      if (isEmpty) storage.removeItem(storageKeyOfKit(kit))
      else storage.setItem(storageKeyOfKit(kit), text)
      storeWaitingEnd(storage, kit, kept.pairings)
    } catch {
      storage = null
    }
  }

  /** Identifies the stored text that this tab reads, by its first characters, which are random. */
  function readMark(): string {
    try {
      return storage?.getItem(storageKeyOfKit(kit))?.slice(0, 16) ?? ''
    } catch {
      return ''
    }
  }

  return {
    async read() {
      await sealReady
      return loadState()
    },
    change: (edit) =>
      runInTurn(async () => {
        if (storage) await writeMarks?.awaitLatestWrite(readMark).catch(() => {})
        const previousState = await loadState()
        const nextState = edit(previousState)
        if (nextState === previousState) return previousState
        const kept = limitState(nextState, now())
        await storeState(kept)
        if (storage) await writeMarks?.leave(readMark())
        return kept
      }),
  }
}

/**
 * Decrypts the stored data. Data that is corrupt or was not written by this module is removed, and
 * an empty state is returned. Throws what the storage throws.
 */
async function decryptState(
  storage: KitStorage,
  key: string,
  text: string,
  seal: Seal,
): Promise<StoredState> {
  try {
    if (text.length <= maxLength) return readStoredState(JSON.parse(await seal.open(text)))
  } catch {
    // The text was encrypted with a lost key, or is not encrypted.
  }
  // The text is removed only if another tab has not replaced it meanwhile.
  if (storage.getItem(key) === text) storage.removeItem(key)
  return emptyState
}
