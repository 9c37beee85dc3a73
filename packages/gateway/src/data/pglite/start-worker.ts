import { Worker } from 'node:worker_threads'
import type { ThreadData } from './messages.ts'

/**
 * File that the database's thread runs, in this folder: the built file, or a loader that runs the
 * TypeScript source.
 */
const workerFile = import.meta.url.endsWith('.ts') ? './worker-source.mjs' : './worker.mjs'

/** Starts the thread of an embedded database. */
export async function startWorker(workerData: ThreadData): Promise<Worker> {
  return new Worker(new URL(workerFile, import.meta.url), { workerData })
}
