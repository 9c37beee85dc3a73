import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { build } from 'rolldown'
import type { Plugin } from 'vite'

const root = resolve(import.meta.dirname, '../..')
const thread = join(root, 'packages/gateway/src/data/pglite')

/**
 * Before the tests with databases: an empty one, made once, and the thread that databases run in,
 * built so that it begins with that (`prepared-pglite.ts`). `run-start.ts` lays the folder of the
 * empty one down for a gateway that is another process.
 */
export default async function preparePglite(): Promise<() => Promise<void>> {
  // Each project of a run asks.
  if (process.env.LATCHKEY_TEST_PGLITE) return async () => {}
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-pglite-'))
  const [file, laid] = [join(folder, 'empty.tar'), join(folder, 'database')]
  const database = await PGlite.create(laid)
  await writeFile(file, Buffer.from(await (await database.dumpDataDir('none')).arrayBuffer()))
  await database.close()
  // Below the root, where Node finds the packages it imports.
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

/** Whoever asks for PGlite, or for the thread that databases run in, gets the prepared one. */
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
