import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, type Transaction, types } from '@electric-sql/pglite'
import {
  type Answer,
  type Request,
  type Rows,
  type Statement,
  type ThreadData,
  toWire,
} from './messages.ts'

const keepText = (text: string): string => text
/**
 * Whole numbers are read as text, as in PostgreSQL's own client; dates, times and their arrays are
 * text too, as drizzle expects.
 */
const parsers = Object.fromEntries(
  [
    types.INT8,
    types.TIMESTAMP,
    types.TIMESTAMPTZ,
    types.INTERVAL,
    types.DATE,
    // The array types numeric[], timestamp[], timestamptz[], interval[] and date[], by their
    // PostgreSQL ids.
    1231,
    1115,
    1185,
    1187,
    1182,
  ].map((type) => [type, keepText]),
)

/** Value that is thrown inside a transaction to make PGlite roll it back. */
const rollbackMark = Symbol('rollback')

interface OpenTransaction {
  readonly handle: Transaction
  readonly ended: Promise<unknown>
  end(isKept: boolean): void
}

/**
 * Serves one embedded database to the process that started this thread, so that its statements do
 * not block the process.
 */
async function serveDatabase(
  port: NonNullable<typeof parentPort>,
  { folder }: ThreadData,
): Promise<void> {
  const postAnswer = (answer: Answer): void => port.postMessage(answer)
  const postFailure = (id: number, error: unknown): void => {
    postAnswer({ id, error: toWire(error) })
    // After this error the WebAssembly program has ended or its memory is corrupt: every further
    // statement would fail or hang.
    if (error instanceof WebAssembly.RuntimeError || Object(error).name === 'ExitStatus')
      process.exit(1)
  }
  const openedDatabase = await openDatabase(folder).catch((error: unknown) => {
    postAnswer({ id: 0, error: toWire(error) })
    port.close()
  })
  if (!openedDatabase) return
  const database = openedDatabase
  const transactions = new Map<number, OpenTransaction>()

  const beginTransaction = (id: number): Promise<undefined> =>
    new Promise((resolve, reject) => {
      const transactionEnd = database.transaction(
        (handle) =>
          new Promise<void>((commit, rollback) => {
            const settleTransaction = (isKept: boolean): void =>
              isKept ? commit() : rollback(rollbackMark)
            transactions.set(id, { handle, ended: transactionEnd, end: settleTransaction })
            resolve(undefined)
          }),
      )
      // An error before the transaction has begun rejects the promise of `begin`. A later error is
      // reported to the request that ends the transaction; this handler keeps it from counting as
      // an unhandled rejection until then.
      transactionEnd.catch(reject)
    })
  const endTransaction = async (id: number, isKept: boolean): Promise<undefined> => {
    const { ended: transactionEnd, end } = requireOpenTransaction(id)
    transactions.delete(id)
    end(isKept)
    await transactionEnd.catch((error) => {
      if (error !== rollbackMark) throw error
    })
  }
  const requireOpenTransaction = (id: number): OpenTransaction => {
    const openTransaction = transactions.get(id)
    if (!openTransaction) throw new Error('Transaction is closed')
    return openTransaction
  }
  const runRequest = async (request: Request): Promise<Rows | undefined> => {
    if (request.kind === 'begin') return beginTransaction(request.id)
    if (request.kind === 'end') return endTransaction(request.transaction, request.isKept)
    if (request.kind === 'close') return database.close() as Promise<undefined>
    const { transaction, statement } = request
    return runStatement(
      transaction === undefined ? database : requireOpenTransaction(transaction).handle,
      statement,
    )
  }
  port.on('message', (request: Request) => {
    runRequest(request).then(
      (result) => {
        postAnswer({ id: request.id, result })
        if (request.kind === 'close') port.close()
      },
      (error) => postFailure(request.id, error),
    )
  })
  postAnswer({ id: 0, result: undefined })
}

async function openDatabase(folder: string | undefined): Promise<PGlite> {
  const database = folder === undefined ? new PGlite() : new PGlite(folder)
  // If the database folder is damaged, opening fails at the latest with this first statement.
  await database.exec("set timezone = 'UTC'")
  return database
}

async function runStatement(
  owner: PGlite | Transaction,
  { text, parameters, rowMode }: Statement,
): Promise<Rows> {
  const { rows, fields, affectedRows } = await owner.query(text, [...parameters], {
    rowMode,
    parsers,
  })
  return { rows, fields, affectedRows }
}

if (parentPort) await serveDatabase(parentPort, workerData)
