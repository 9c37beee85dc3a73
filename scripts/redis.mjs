import { accessSync, constants, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './run.mjs'

function find() {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/bin',
    '/usr/local/bin',
    '/opt/homebrew/bin',
  ]
  return folders
    .map((folder) => join(folder, 'redis-server'))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/**
 * Path of `redis-server`: a system one, else Debian's package when running as root; undefined when
 * none is available.
 */
export async function ensureRedis() {
  const present = process.env.LATCHKEY_REDIS_SERVER || find()
  if (present || process.getuid?.() !== 0 || process.platform !== 'linux') return present
  console.log('No redis-server found: installing the Debian package …')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], { env })
  await run('apt-get', ['install', '-qy', '--no-install-recommends', 'redis-server'], { env })
  return find()
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  console.log((await ensureRedis()) ?? 'none')
}
