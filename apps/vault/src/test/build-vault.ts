import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Builds the vault as it is published, into `folder`. */
export async function buildVault(folder: string): Promise<void> {
  const root = join(import.meta.dirname, '../..')
  const vite = join(root, '../../node_modules/vite/bin/vite.js')
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)(
    process.execPath,
    [vite, 'build', '--outDir', folder, '--emptyOutDir'],
    { cwd: root, env },
  )
}
