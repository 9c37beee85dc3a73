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

/** What the lock file wants and `node_modules` lacks; npm writes down there what it installed. */
function missing() {
  const wanted = readLock(join(root, 'package-lock.json'))
  const installed = readLock(join(root, 'node_modules/.package-lock.json'))
  if (!wanted) return []
  if (!installed) return ['node_modules']
  return Object.entries(wanted).flatMap(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.optional || entry.devOptional || entry.peer) return []
    const there = installed[path]
    const isSame = there && there.version === entry.version && existsSync(join(root, path))
    return isSame ? [] : [path]
  })
}

/** Installs what the lock file names and is not there; ends the process with a plain message where it cannot. */
export async function ensureInstalled() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < lowest[0] || (major === lowest[0] && minor < lowest[1])) {
    console.error(`Latchkey needs Node ${lowest.join('.')} or newer; this is ${process.versions.node}.`)
    process.exit(1)
  }
  const lacking = missing()
  if (lacking.length === 0) return
  console.log(`Installing (${lacking.length === 1 ? lacking[0] : `${lacking.length} packages missing or changed`}) …`)
  // Not `npm ci`: it refuses a lock file that does not name every platform's optional packages, and a registry may lack some.
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const code = await run(npm, ['install', '--no-save', '--no-audit', '--no-fund'])
  if (code !== 0) {
    console.error(`npm install failed (${code}).`)
    process.exit(1)
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await ensureInstalled()
