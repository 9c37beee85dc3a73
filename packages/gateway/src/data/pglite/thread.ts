import { type Answer, fromWire, type Request, type Rows, type Statement } from './messages.ts'
import { startWorker } from './start-worker.ts'

/** What runs statements: the database, or a transaction of it. */
export interface Runner {
  query(statement: Statement): Promise<Rows>
}

/** An embedded database that runs in a thread of its own. */
export interface Thread extends Runner {
  /** Kept when `run` resolves, taken back when it throws. */
  transaction<T>(run: (transaction: Runner) => Promise<T>): Promise<T>
  /** Lets what was asked before end. */
  close(): Promise<void>
  /** Resolves with what ended it when it ends without having been closed; never rejects. */
  readonly lost: Promise<Error>
}

type UnnumberedRequest = Request extends infer One
  ? One extends Request
    ? Omit<One, 'id'>
    : never
  : never

interface Waiting {
  readonly resolve: (rows: Rows | undefined) => void
  readonly reject: (error: Error) => void
}

/** PostgreSQL's code for "ended by a crash": who meets it may try again. */
const crashed = '57P02'

/**
 * Opens the database in `folder`, or one in memory, in a new thread.
 * @throws what the driver throws for a folder that it cannot open
 */
export async function startThread(folder: string | undefined): Promise<Thread> {
  const worker = await startWorker({ folder })
  const waiting = new Map<number, Waiting>()
  const state: { last: number; end?: Error; closing?: Promise<void> } = { last: 0 }

  const awaitAnswer = (id: number): Promise<Rows | undefined> =>
    new Promise((resolve, reject) => {
      // A thread that nobody waits for keeps no process alive.
      worker.ref()
      waiting.set(id, { resolve, reject })
    })
  const takeWaiting = (id: number): Waiting | undefined => {
    const one = waiting.get(id)
    waiting.delete(id)
    if (waiting.size === 0) worker.unref()
    return one
  }
  const sendRequest = (
    asked: UnnumberedRequest,
  ): { readonly id: number; readonly answer: Promise<Rows | undefined> } => {
    const id = ++state.last
    if (state.end) return { id, answer: Promise.reject(state.end) }
    worker.postMessage({ ...asked, id })
    return { id, answer: awaitAnswer(id) }
  }
  worker.on('message', (answer: Answer) => {
    const one = takeWaiting(answer.id)
    if ('error' in answer) one?.reject(fromWire(answer.error))
    else one?.resolve(answer.result)
  })
  const lost = new Promise<Error>((resolve) => {
    const thrown: { message?: string } = {}
    worker.once('error', (error) => {
      thrown.message = error instanceof Error ? error.message : String(error)
    })
    // Only now are its files free for the next one.
    worker.once('exit', (code) => {
      const reason = state.closing
        ? 'it was closed'
        : (thrown.message ?? `its thread ended with code ${code}`)
      const end = Object.assign(new Error(`The embedded database has ended: ${reason}`), {
        code: crashed,
      })
      state.end = end
      // Who opens it again hears of it before those who may ask again.
      if (!state.closing) resolve(end)
      for (const id of [...waiting.keys()]) {
        takeWaiting(id)?.reject(end)
      }
    })
  })

  const queryWithin =
    (transaction?: number): Runner['query'] =>
    async (statement) =>
      (await sendRequest({ kind: 'query', statement, transaction }).answer) as Rows
  await awaitAnswer(0).catch(async (error) => {
    await worker.terminate()
    throw error
  })
  return {
    lost,
    query: queryWithin(),
    async transaction(run) {
      const { id: transaction, answer: begun } = sendRequest({ kind: 'begin' })
      await begun
      const endTransaction = (isKept: boolean) =>
        sendRequest({ kind: 'end', transaction, isKept }).answer
      const result = await run({ query: queryWithin(transaction) }).catch(async (error) => {
        // What was wrong first is what is told.
        await endTransaction(false).catch(() => {})
        throw error
      })
      await endTransaction(true)
      return result
    },
    close() {
      // One that has crashed is closed.
      state.closing ??= state.end
        ? Promise.resolve()
        : sendRequest({ kind: 'close' }).answer.then(async () => void (await worker.terminate()))
      return state.closing
    },
  }
}
