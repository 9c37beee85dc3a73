import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
// The plugin does not replace this file's own import.
import { type PGliteOptions, PGlite as Real, types as realTypes } from '@electric-sql/pglite'

export const types: typeof realTypes = realTypes

const path = process.env.LATCHKEY_TEST_PGLITE
const held: { blob?: Blob } = {}
const prepared = (): Blob | undefined => {
  if (path !== undefined) held.blob ??= new Blob([readFileSync(path)])
  return held.blob
}

/**
 * The real PGlite; a new database starts from the result of `initdb`, which is made once per run,
 * because making it took four fifths of each opening.
 */
export class PGlite extends Real {
  constructor(folder?: string | PGliteOptions, options?: PGliteOptions) {
    const loadDataDir = prepared()
    const pgliteWasmModule: WebAssembly.Module | undefined = workerData?.module
    const shared = pgliteWasmModule && { pgliteWasmModule }
    if (typeof folder !== 'string')
      super({ ...folder, ...shared, ...(loadDataDir && { loadDataDir }) })
    else {
      const isNew = !existsSync(join(folder, 'PG_VERSION'))
      super(folder, { ...options, ...shared, ...(loadDataDir && isNew && { loadDataDir }) })
    }
  }
}
