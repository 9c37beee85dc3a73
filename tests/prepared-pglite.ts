import { readFileSync } from 'node:fs'
// The plugin leaves this file's own import as it is.
import { PGlite as Real, types as realTypes } from '@electric-sql/pglite'

export const types: typeof realTypes = realTypes

const path = process.env.LATCHKEY_TEST_PGLITE
const held: { blob?: Blob } = {}
const prepared = (): Blob | undefined => {
  if (path !== undefined) held.blob ??= new Blob([readFileSync(path)])
  return held.blob
}

/** The real one; a database in memory begins with what `initdb` makes, made once a run: it took four fifths of each opening. */
export class PGlite extends Real {
  constructor(...parameters: ConstructorParameters<typeof Real>) {
    const [first] = parameters
    const loadDataDir = prepared()
    if (typeof first === 'string' || !loadDataDir) super(...parameters)
    else super({ ...first, loadDataDir })
  }
}
