import type { WaitingQuestion } from './messages.ts'

const key = 'waiting'
const maxQuestions = 20

/**
 * Requests that wait for the visitor, in the browser's session storage, where they survive the
 * background.
 */
export interface Questions {
  list(): Promise<readonly WaitingQuestion[]>
  add(question: WaitingQuestion): Promise<void>
  change(id: string, changes: Partial<WaitingQuestion>): Promise<void>
  /** Removes a request and returns it; undefined when it was already removed. */
  take(id: string): Promise<WaitingQuestion | undefined>
}

export function openQuestions(area: typeof chrome.storage.session): Questions {
  const order: { last: Promise<unknown> } = { last: Promise.resolve() }
  const readQuestions = async (): Promise<readonly WaitingQuestion[]> =>
    ((await area.get(key))[key] ?? []) as readonly WaitingQuestion[]
  /**
   * Runs accesses one after another, so that of two answers to one request only the first finds it.
   */
  const inTurn = <T>(
    work: (allQuestions: readonly WaitingQuestion[]) => Promise<T>,
  ): Promise<T> => {
    const turn = order.last.then(async () => work(await readQuestions()))
    order.last = turn.catch(() => undefined)
    return turn
  }
  return {
    list: () => inTurn(async (allQuestions) => allQuestions),
    add: (question) =>
      inTurn((allQuestions) =>
        area.set({ [key]: [...allQuestions, question].slice(-maxQuestions) }),
      ),
    change: (id, changes) =>
      inTurn((allQuestions) =>
        area.set({
          [key]: allQuestions.map((question) =>
            question.id === id ? { ...question, ...changes } : question,
          ),
        }),
      ),
    take: (id) =>
      inTurn(async (allQuestions) => {
        await area.set({ [key]: allQuestions.filter((question) => question.id !== id) })
        return allQuestions.find((question) => question.id === id)
      }),
  }
}
