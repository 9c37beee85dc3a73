import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'rolldown'

const folder = resolve(import.meta.dirname, '../../packages/gateway')

/**
 * Runs before the tests that start the gateway as a process: builds its command and its thread into
 * one file each. From source, more than half of each start is spent on reading a thousand modules.
 */
export default async function prepareGateway(): Promise<() => Promise<void>> {
  // Called by each project of a run.
  if (process.env.LATCHKEY_TEST_GATEWAY) return async () => {}
  // Built below `node_modules` of the gateway, where Node finds all imported packages.
  await mkdir(join(folder, 'node_modules'), { recursive: true })
  const built = await mkdtemp(join(folder, 'node_modules/.test-'))
  const parts = { cli: 'src/cli.ts', worker: 'src/data/pglite/worker.ts' }
  await Promise.all(
    Object.entries(parts).map(([name, path]) =>
      build({
        input: join(folder, path),
        cwd: folder,
        platform: 'node',
        resolve: { conditionNames: ['latchkey-source', 'import', 'node', 'default'] },
        external: (id) => !/^[./\0]/.test(id) && !id.startsWith('@latchkey/'),
        plugins: [keepPlaces],
        output: { file: join(built, `${name}.mjs`), codeSplitting: false },
        logLevel: 'warn',
      }),
    ),
  )
  process.env.LATCHKEY_TEST_GATEWAY = join(built, 'cli.mjs')
  return async () => {
    delete process.env.LATCHKEY_TEST_GATEWAY
    await rm(built, { recursive: true, force: true })
  }
}

/**
 * Built modules still find migrations and pages relative to their sources; the thread's file is
 * beside the command, as in the published package.
 */
const keepPlaces: Plugin = {
  name: 'keep-places',
  transform(code, id) {
    if (!code.includes('import.meta.') || id.endsWith('start-worker.ts')) return null
    return code
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
  },
}
