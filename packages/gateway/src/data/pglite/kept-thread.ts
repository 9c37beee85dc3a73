import type { Rows, Statement } from './messages.ts'
import { type Runner, startThread, type Thread } from './thread.ts'

export interface KeptThread extends Runner {
  transaction<T>(run: (transaction: Runner) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * The embedded database in `folder`, opened again by the next statement when its thread has
 * crashed: what was under way is refused, what was kept is there. One in memory is gone with its
 * thread.
 * @param onLost - hears of each crash
 * @throws what the driver throws for a folder that it cannot open
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
      // Whoever asks next tries again.
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
