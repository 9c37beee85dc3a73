import { Worker } from 'node:worker_threads'
import type { ThreadData } from './messages.ts'

/** The file is beside this one: built, or as source behind a loader for TypeScript. */
const file = import.meta.url.endsWith('.ts') ? './worker-source.mjs' : './worker.mjs'

/** Starts the thread of an embedded database. */
export async function startWorker(workerData: ThreadData): Promise<Worker> {
  return new Worker(new URL(file, import.meta.url), { workerData })
}
