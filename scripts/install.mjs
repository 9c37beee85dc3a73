import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root, run } from './run.mjs'

const lowest = [20, 19]

function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? {}
  } catch {
    return undefined
  }
}

const isMusl =
  process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime
const allows = (list, value) => !list || list.includes(value)

/**
 * Whether npm installs a prebuilt package on this machine, by its systems, processors and C
 * libraries.
 */
function isForThisMachine({ os, cpu, libc }) {
  return (
    allows(os, process.platform) &&
    allows(cpu, process.arch) &&
    allows(libc, isMusl ? 'musl' : 'glibc')
  )
}

/**
 * Packages of the lock file that are missing in `node_modules`, where npm records what it
 * installed.
 */
function missing() {
  const wanted = readLock(join(root, 'package-lock.json'))
  const installed = readLock(join(root, 'node_modules/.package-lock.json'))
  if (!wanted) return []
  if (!installed) return ['node_modules']
  return Object.entries(wanted).flatMap(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.devOptional || entry.peer) return []
    // An optional package without a platform may be missing; a prebuilt one for this machine may
    // not.
    if (entry.optional && !(entry.os && entry.cpu && isForThisMachine(entry))) return []
    const there = installed[path]
    const isSame = there && there.version === entry.version && existsSync(join(root, path))
    return isSame ? [] : [path]
  })
}

/** Installs missing packages of the lock file; ends the process with a plain message on failure. */
export async function ensureInstalled() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < lowest[0] || (major === lowest[0] && minor < lowest[1])) {
    console.error(
      `Latchkey needs Node ${lowest.join('.')} or newer; this is ${process.versions.node}.`,
    )
    process.exit(1)
  }
  const lacking = missing()
  if (lacking.length === 0) return
  console.log(
    `Installing (${lacking.length === 1 ? lacking[0] : `${lacking.length} packages missing or changed`}) …`,
  )
  // `npm ci` installs exactly the lock: a manifest that differs from it is an error.
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const code = await run(npm, ['ci', '--no-audit', '--no-fund'])
  if (code !== 0) {
    console.error(
      `npm ci failed (${code}). Where a dependency was changed: npm install, then npm run lock.`,
    )
    process.exit(1)
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  await ensureInstalled()
