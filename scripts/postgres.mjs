import { accessSync, constants, readdirSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './run.mjs'

function isFolderOfIt(folder) {
  try {
    for (const program of ['postgres', 'initdb']) accessSync(join(folder, program), constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Debian keeps each version's programs in a folder of its own, outside the path. */
function find() {
  const debian = '/usr/lib/postgresql'
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/bin', '/opt/homebrew/bin']
  try {
    const versions = readdirSync(debian).map(Number).filter(Boolean)
    folders.unshift(...versions.sort((a, b) => b - a).map((version) => join(debian, String(version), 'bin')))
  } catch {
    // Not Debian.
  }
  return folders.find((folder) => folder && isFolderOfIt(folder))
}

/** Folder of `postgres` and `initdb`: a system one, else Debian's package when we are root; undefined where none can be had. */
export async function ensurePostgres() {
  const present = process.env.LATCHKEY_POSTGRES_BIN || find()
  if (present || process.getuid?.() !== 0 || process.platform !== 'linux') return present
  console.log('No PostgreSQL found: installing the Debian package …')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], { env })
  await run('apt-get', ['install', '-qy', '--no-install-recommends', 'postgresql'], { env })
  return find()
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  console.log((await ensurePostgres()) ?? 'none')
}
