import type { Rows, Statement } from './messages.ts'
import { type StatementRunner, startThread, type Thread } from './thread.ts'

export interface KeptThread extends StatementRunner {
  transaction<T>(run: (transaction: StatementRunner) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * The embedded database in `folder`; when its thread crashes, the next statement opens it again.
 * Statements in progress fail, committed data stays. A database in memory is lost with its thread.
 * @param onLost - called after each crash
 * @throws the driver's error for a folder that it cannot open
 */
export async function keptThread(
  folder: string | undefined,
  onLost: (error: Error) => void,
): Promise<KeptThread> {
  const state: { thread?: Promise<Thread> | undefined; isClosed: boolean } = { isClosed: false }
  const openThread = async (): Promise<Thread> => {
    const thread = await startThread(folder)
    void thread.lost.then((error) => {
      if (folder !== undefined) state.thread = undefined
      onLost(error)
    })
    return thread
  }
  const currentThread = async (): Promise<Thread> => {
    if (state.isClosed) throw new Error('The embedded database is closed')
    state.thread ??= openThread().catch((error) => {
      // A failed start is not kept as the current thread, so that the next statement tries again.
      state.thread = undefined
      throw error
    })
    return state.thread
  }
  await currentThread()
  return {
    query: async (statement: Statement): Promise<Rows> => (await currentThread()).query(statement),
    transaction: async (run) => (await currentThread()).transaction(run),
    async close() {
      const { thread, isClosed } = state
      state.isClosed = true
      if (!isClosed) await (await thread?.catch(() => undefined))?.close()
    },
  }
}
