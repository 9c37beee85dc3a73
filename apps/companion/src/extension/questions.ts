import type { Waiting } from './messages.ts'

const key = 'waiting'
const most = 20

/**
 * Requests that wait for the visitor, in the browser's session storage, where they survive the
 * background.
 */
export interface Questions {
  list(): Promise<readonly Waiting[]>
  add(one: Waiting): Promise<void>
  change(id: string, parts: Partial<Waiting>): Promise<void>
  /** Takes a request out; undefined when it was taken before. */
  take(id: string): Promise<Waiting | undefined>
}

export function openQuestions(area: typeof chrome.storage.session): Questions {
  const order: { last: Promise<unknown> } = { last: Promise.resolve() }
  const readQuestions = async (): Promise<readonly Waiting[]> =>
    ((await area.get(key))[key] ?? []) as readonly Waiting[]
  /** One after the other: of two answers only one may find the request. */
  const inTurn = <T>(work: (all: readonly Waiting[]) => Promise<T>): Promise<T> => {
    const turn = order.last.then(async () => work(await readQuestions()))
    order.last = turn.catch(() => undefined)
    return turn
  }
  return {
    list: () => inTurn(async (all) => all),
    add: (one) => inTurn((all) => area.set({ [key]: [...all, one].slice(-most) })),
    change: (id, parts) =>
      inTurn((all) =>
        area.set({ [key]: all.map((one) => (one.id === id ? { ...one, ...parts } : one)) }),
      ),
    take: (id) =>
      inTurn(async (all) => {
        await area.set({ [key]: all.filter((one) => one.id !== id) })
        return all.find((one) => one.id === id)
      }),
  }
}
