import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Plugin } from 'vite'

/**
 * Before the tests with databases: an empty one, made once. `prepared-pglite.ts` begins with it; `run-start.ts` lays its folder down for
 * a gateway that is another process.
 */
export default async function preparePglite(): Promise<() => Promise<void>> {
  // Each project of a run asks.
  if (process.env.LATCHKEY_TEST_PGLITE) return async () => {}
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-pglite-'))
  const [file, laid] = [join(folder, 'empty.tar'), join(folder, 'database')]
  const database = await PGlite.create(laid)
  await writeFile(file, Buffer.from(await (await database.dumpDataDir('none')).arrayBuffer()))
  await database.close()
  process.env.LATCHKEY_TEST_PGLITE = file
  process.env.LATCHKEY_TEST_PGLITE_FOLDER = laid
  return async () => {
    delete process.env.LATCHKEY_TEST_PGLITE
    delete process.env.LATCHKEY_TEST_PGLITE_FOLDER
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
