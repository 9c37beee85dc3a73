import type { WaitingQuestion } from './messages.ts'

const questionsKey = 'waiting'
const maxQuestions = 20

/**
 * Stores the requests that wait for the visitor in the browser's session storage, because the
 * background may end before the visitor decides.
 */
export interface Questions {
  list(): Promise<readonly WaitingQuestion[]>
  add(question: WaitingQuestion): Promise<void>
  change(id: string, changes: Partial<WaitingQuestion>): Promise<void>
  /** Removes a request and returns it; undefined when it was already removed. */
  take(id: string): Promise<WaitingQuestion | undefined>
}

export function openQuestions(area: typeof chrome.storage.session): Questions {
  const workQueue: { last: Promise<unknown> } = { last: Promise.resolve() }
  const readQuestions = async (): Promise<readonly WaitingQuestion[]> =>
    ((await area.get(questionsKey))[questionsKey] ?? []) as readonly WaitingQuestion[]
  /**
   * Runs each read and write after the previous one, so that when a request is answered twice, only
   * the first answer finds it.
   */
  const runInTurn = <T>(
    work: (allQuestions: readonly WaitingQuestion[]) => Promise<T>,
  ): Promise<T> => {
    const queuedWork = workQueue.last.then(async () => work(await readQuestions()))
    workQueue.last = queuedWork.catch(() => undefined)
    return queuedWork
  }
  return {
    list: () => runInTurn(async (allQuestions) => allQuestions),
    add: (question) =>
      runInTurn((allQuestions) =>
        area.set({ [questionsKey]: [...allQuestions, question].slice(-maxQuestions) }),
      ),
    change: (id, changes) =>
      runInTurn((allQuestions) =>
        area.set({
          [questionsKey]: allQuestions.map((question) =>
            question.id === id ? { ...question, ...changes } : question,
          ),
        }),
      ),
    take: (id) =>
      runInTurn(async (allQuestions) => {
        await area.set({ [questionsKey]: allQuestions.filter((question) => question.id !== id) })
        return allQuestions.find((question) => question.id === id)
      }),
  }
}
