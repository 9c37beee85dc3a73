import type { Keep } from '../contract.ts'

const maxMarks = 1024
const maxStoredMarks = 512

/** Remembers messages that were handled or sent, each by a mark, which is the message's hash. */
export interface SeenMessages {
  /** Remembers a mark on this page; returns false when it is known already. */
  add(mark: string): Promise<boolean>
  /** Remembers the mark of a message that this page has made, which is always new. */
  addOwn(mark: string): void
  /** Stores marks for later pages; resolves when they are stored, or the storage failed. */
  keep(marks: readonly string[]): Promise<void>
}

/**
 * Remembers the hashes of messages, to recognise repeats. Hashes from other open tabs are ignored,
 * because every tab receives every message and looks for its own answers among them.
 */
export function openSeenMessages(keep: Keep): SeenMessages {
  const marks = new Set<string>()
  let loading: Promise<void> | undefined
  let unwrittenMarks: readonly string[] = []
  let pendingWrite: Promise<void> | undefined

  function noteMark(mark: string): void {
    marks.add(mark)
    const [oldest] = marks
    if (marks.size > maxMarks && oldest !== undefined) marks.delete(oldest)
  }
  async function loadStoredMarks(): Promise<void> {
    const { seen } = await keep.read()
    const currentMarks = [...marks]
    marks.clear()
    // Stored marks are older, so they are added first: when there are too many, the first ones are
    // dropped.
    for (const mark of [...seen, ...currentMarks]) {
      noteMark(mark)
    }
  }
  async function writeMarks(): Promise<void> {
    while (unwrittenMarks.length) {
      const marksToWrite = unwrittenMarks
      unwrittenMarks = []
      await keep
        .change((storedState) => ({
          ...storedState,
          seen: [...new Set([...storedState.seen, ...marksToWrite])].slice(-maxStoredMarks),
        }))
        .catch(() => undefined)
    }
    pendingWrite = undefined
  }

  return {
    async add(mark) {
      loading ??= loadStoredMarks()
      await loading
      if (marks.has(mark)) return false
      noteMark(mark)
      return true
    },
    addOwn: noteMark,
    keep(newMarks) {
      unwrittenMarks = [...unwrittenMarks, ...newMarks]
      pendingWrite ??= writeMarks()
      return pendingWrite
    },
  }
}
