import type { Keep } from '../contract.ts'

const most = 1024
const mostKept = 512

/** What was handled or sent already. */
export interface SeenMessages {
  /** Notes a mark for this page; false when it was there. */
  add(mark: string): Promise<boolean>
  /** Notes the mark of a message made here, which nobody can have seen. */
  addOwn(mark: string): void
  /** Notes marks for later pages too; resolves when they are stored, or the storage would not. */
  keep(marks: readonly string[]): Promise<void>
}

/**
 * Marks of messages. What another tab notes while this one is open does not count here: both hear
 * every message, and each has answers of its own to find among them.
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
    // The oldest goes first when there are too many.
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
