import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

const compiled: { module?: Promise<WebAssembly.Module> } = {}

/**
 * Starts the thread that `prepare-pglite.ts` has built; PGlite is compiled once per process, which
 * is half of the time of an opening.
 */
export async function startWorker(workerData: object): Promise<Worker> {
  compiled.module ??= readFile(
    fileURLToPath(import.meta.resolve('@electric-sql/pglite/pglite.wasm')),
  ).then((bytes) => WebAssembly.compile(bytes))
  const module = await compiled.module
  return new Worker(process.env.LATCHKEY_TEST_PGLITE_THREAD ?? '', {
    workerData: { ...workerData, module },
  })
}
