import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Lock, LockEntry } from './check/dependencies.ts'
import { completeLock, missingPackages } from './lock/platform-packages.ts'

/**
 * `npm run lock`: names every platform's prebuilt packages in package-lock.json, so that `npm ci`
 * takes the lock on each. With `--checksums` it asks the registry for the checksums of those that
 * have none; run that where all can be reached.
 */
const path = join(resolve(import.meta.dirname, '..'), 'package-lock.json')
const file = JSON.parse(readFileSync(path, 'utf8')) as { packages: Lock }
const missing = missingPackages(file.packages)
const packages = completeLock(file.packages)

function checksumOf(name: string, version: string): string | undefined {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  try {
    const text = execFileSync(npm, ['view', `${name}@${version}`, 'dist.integrity'], {
      encoding: 'utf8',
      stdio: 'pipe',
    })
    return text.trim() || undefined
  } catch {
    return undefined
  }
}

const withChecksum = ([key, entry]: [string, LockEntry]): [string, LockEntry] => {
  if (!entry.optional || entry.integrity || entry.link || !entry.version) return [key, entry]
  const integrity = checksumOf(
    key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length),
    entry.version,
  )
  if (!integrity) return [key, entry]
  const { version, ...rest } = entry
  return [key, { version, integrity, ...rest }]
}
const isAsking = process.argv.includes('--checksums')
const filled = isAsking ? Object.fromEntries(Object.entries(packages).map(withChecksum)) : packages
writeFileSync(path, `${JSON.stringify({ ...file, packages: filled }, undefined, 2)}\n`)

const open = Object.values(filled).filter(
  (entry) => entry.optional && !entry.integrity && !entry.link,
).length
console.log(`${missing.length} packages added to the lock; ${open} have no checksum yet`)
