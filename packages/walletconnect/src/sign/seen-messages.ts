import type { Keep } from '../contract.ts'

const most = 1024
const mostKept = 512

/** Marks of messages that were handled or sent. */
export interface SeenMessages {
  /** Adds a mark for this page; false when it exists already. */
  add(mark: string): Promise<boolean>
  /** Adds the mark of a message made here, which is always new. */
  addOwn(mark: string): void
  /** Stores marks for later pages; resolves when they are stored, or the storage failed. */
  keep(marks: readonly string[]): Promise<void>
}

/**
 * Marks of messages. Marks of other open tabs are ignored: every tab receives every message, and
 * looks for its own answers among them.
 */
export function openSeenMessages(keep: Keep): SeenMessages {
  const marks = new Set<string>()
  let before: Promise<void> | undefined
  let unwritten: readonly string[] = []
  let writing: Promise<void> | undefined

  function noteMark(mark: string): void {
    marks.add(mark)
    const [oldest] = marks
    if (marks.size > most && oldest !== undefined) marks.delete(oldest)
  }
  async function readBefore(): Promise<void> {
    const { seen } = await keep.read()
    const own = [...marks]
    marks.clear()
    // The oldest marks are dropped first.
    for (const mark of [...seen, ...own]) {
      noteMark(mark)
    }
  }
  async function writeMarks(): Promise<void> {
    while (unwritten.length) {
      const taken = unwritten
      unwritten = []
      await keep
        .change((kept) => ({
          ...kept,
          seen: [...new Set([...kept.seen, ...taken])].slice(-mostKept),
        }))
        .catch(() => undefined)
    }
    writing = undefined
  }

  return {
    async add(mark) {
      before ??= readBefore()
      await before
      if (marks.has(mark)) return false
      noteMark(mark)
      return true
    },
    addOwn: noteMark,
    keep(added) {
      unwritten = [...unwritten, ...added]
      writing ??= writeMarks()
      return writing
    },
  }
}
