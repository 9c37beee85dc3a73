import { type Answer, fromWire, type Request, type Rows, type Statement } from './messages.ts'
import { startWorker } from './start-worker.ts'

/** Runs SQL statements directly on the database, or inside a transaction. */
export interface StatementRunner {
  query(statement: Statement): Promise<Rows>
}

/** An embedded database in a thread of its own. */
export interface Thread extends StatementRunner {
  /** Runs a transaction: commits when `run` resolves, rolls back when it throws. */
  transaction<T>(run: (transaction: StatementRunner) => Promise<T>): Promise<T>
  /** Closes the database after the statements in progress. */
  close(): Promise<void>
  /**
   * Resolves with the error when the thread ends although `close` was not called; never rejects.
   */
  readonly lost: Promise<Error>
}

type UnnumberedRequest = Request extends infer One
  ? One extends Request
    ? Omit<One, 'id'>
    : never
  : never

interface PendingRequest {
  readonly resolve: (rows: Rows | undefined) => void
  readonly reject: (error: Error) => void
}

/** PostgreSQL's error code for a statement that a crash ended: the caller may retry it. */
const crashCode = '57P02'

/**
 * Opens the database in `folder`, or one in memory, in a new thread.
 * @throws the driver's error for a folder that it cannot open
 */
export async function startThread(folder: string | undefined): Promise<Thread> {
  const worker = await startWorker({ folder })
  const pendingRequests = new Map<number, PendingRequest>()
  const state: { last: number; end?: Error; closing?: Promise<void> } = { last: 0 }

  const awaitAnswer = (id: number): Promise<Rows | undefined> =>
    new Promise((resolve, reject) => {
      // An idle thread does not keep the process alive; a pending statement does.
      worker.ref()
      pendingRequests.set(id, { resolve, reject })
    })
  const takeRequest = (id: number): PendingRequest | undefined => {
    const pendingRequest = pendingRequests.get(id)
    pendingRequests.delete(id)
    if (pendingRequests.size === 0) worker.unref()
    return pendingRequest
  }
  const sendRequest = (
    request: UnnumberedRequest,
  ): { readonly id: number; readonly answer: Promise<Rows | undefined> } => {
    const id = ++state.last
    if (state.end) return { id, answer: Promise.reject(state.end) }
    worker.postMessage({ ...request, id })
    return { id, answer: awaitAnswer(id) }
  }
  worker.on('message', (answer: Answer) => {
    const pendingRequest = takeRequest(answer.id)
    if ('error' in answer) pendingRequest?.reject(fromWire(answer.error))
    else pendingRequest?.resolve(answer.result)
  })
  const threadLoss = new Promise<Error>((resolve) => {
    const workerError: { message?: string } = {}
    worker.once('error', (error) => {
      workerError.message = error instanceof Error ? error.message : String(error)
    })
    // Only when this thread has exited may another thread open the same database files.
    worker.once('exit', (code) => {
      const reason = state.closing
        ? 'it was closed'
        : (workerError.message ?? `its thread ended with code ${code}`)
      const endError = Object.assign(new Error(`The embedded database has ended: ${reason}`), {
        code: crashCode,
      })
      state.end = endError
      // The crash is reported before the pending statements are rejected, because their callers may
      // retry them.
      if (!state.closing) resolve(endError)
      for (const id of [...pendingRequests.keys()]) {
        takeRequest(id)?.reject(endError)
      }
    })
  })

  const queryWithin =
    (transaction?: number): StatementRunner['query'] =>
    async (statement) =>
      (await sendRequest({ kind: 'query', statement, transaction }).answer) as Rows
  await awaitAnswer(0).catch(async (error) => {
    await worker.terminate()
    throw error
  })
  return {
    lost: threadLoss,
    query: queryWithin(),
    async transaction(run) {
      const { id: transaction, answer: beginAnswer } = sendRequest({ kind: 'begin' })
      await beginAnswer
      const endTransaction = (isKept: boolean) =>
        sendRequest({ kind: 'end', transaction, isKept }).answer
      const result = await run({ query: queryWithin(transaction) }).catch(async (error) => {
        // The caller gets the error of the transaction; an error of the rollback is ignored.
        await endTransaction(false).catch(() => {})
        throw error
      })
      await endTransaction(true)
      return result
    },
    close() {
      // A thread that has crashed counts as closed.
      state.closing ??= state.end
        ? Promise.resolve()
        : sendRequest({ kind: 'close' }).answer.then(async () => void (await worker.terminate()))
      return state.closing
    },
  }
}
