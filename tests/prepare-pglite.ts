import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Plugin } from 'vite'

/** Before the tests with databases: an empty one, made once; `prepared-pglite.ts` begins with it. */
export default async function preparePglite(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-pglite-'))
  const file = join(folder, 'empty.tar')
  const database = await PGlite.create()
  await writeFile(file, Buffer.from(await (await database.dumpDataDir('none')).arrayBuffer()))
  await database.close()
  process.env.LATCHKEY_TEST_PGLITE = file
  return async () => {
    delete process.env.LATCHKEY_TEST_PGLITE
    await rm(folder, { recursive: true, force: true })
  }
}

/** Whoever asks for PGlite gets the prepared one. */
export function preparedPglite(): Plugin {
  const ours = join(import.meta.dirname, 'prepared-pglite.ts')
  return {
    name: 'prepared-pglite',
    enforce: 'pre',
    resolveId: (source, importer) => (source === '@electric-sql/pglite' && importer !== ours ? ours : null),
  }
}
