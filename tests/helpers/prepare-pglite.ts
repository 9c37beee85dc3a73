import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { build } from 'rolldown'
import type { Plugin } from 'vite'

const root = resolve(import.meta.dirname, '../..')
const thread = join(root, 'packages/gateway/src/data/pglite')

/**
 * Runs before the tests with databases: makes one empty database, and builds the database thread so
 * that it starts from it (`prepared-pglite.ts`). `run-start.ts` copies the empty database's folder
 * for a gateway in another process.
 */
export default async function preparePglite(): Promise<() => Promise<void>> {
  // Called by each project of a run.
  if (process.env.LATCHKEY_TEST_PGLITE) return async () => {}
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-pglite-'))
  const [file, laid] = [join(folder, 'empty.tar'), join(folder, 'database')]
  const database = await PGlite.create(laid)
  await writeFile(file, Buffer.from(await (await database.dumpDataDir('none')).arrayBuffer()))
  await database.close()
  // Below the root, where Node finds the imported packages.
  await mkdir(join(root, '.cache'), { recursive: true })
  const built = await mkdtemp(join(root, '.cache/pglite-'))
  await build({
    input: join(thread, 'worker.ts'),
    platform: 'node',
    plugins: [preparedPglite()],
    external: '@electric-sql/pglite',
    output: { file: join(built, 'worker.mjs') },
    logLevel: 'warn',
  })
  process.env.LATCHKEY_TEST_PGLITE = file
  process.env.LATCHKEY_TEST_PGLITE_FOLDER = laid
  process.env.LATCHKEY_TEST_PGLITE_THREAD = join(built, 'worker.mjs')
  return async () => {
    delete process.env.LATCHKEY_TEST_PGLITE
    delete process.env.LATCHKEY_TEST_PGLITE_FOLDER
    delete process.env.LATCHKEY_TEST_PGLITE_THREAD
    await Promise.all([folder, built].map((one) => rm(one, { recursive: true, force: true })))
  }
}

/** Replaces imports of PGlite, and of the database thread, by the prepared ones. */
export function preparedPglite(): Plugin {
  const ours = join(import.meta.dirname, 'prepared-pglite.ts')
  const start = join(import.meta.dirname, 'prepared-start-worker.ts')
  return {
    name: 'prepared-pglite',
    enforce: 'pre',
    resolveId: (source, importer) => {
      if (source === './start-worker.ts' && importer?.startsWith(thread)) return start
      return source === '@electric-sql/pglite' && importer !== ours ? ours : null
    },
  }
}
