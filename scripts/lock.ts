import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Lock } from './check/dependencies.ts'
import { fillChecksums, withoutChecksum } from './lock/fill-checksums.ts'
import { completeLock, missingPackages } from './lock/platform-packages.ts'

/**
 * `npm run lock`: adds every platform's prebuilt packages to package-lock.json, so that `npm ci`
 * accepts the lock on each. With `--checksums` it asks the registry for missing checksums, which
 * requires network access.
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
      // Node starts a batch file on Windows only through a shell (CVE-2024-27980).
      shell: npm.endsWith('.cmd'),
    })
    return text.trim() || undefined
  } catch {
    return undefined
  }
}

const filled = process.argv.includes('--checksums') ? fillChecksums(packages, checksumOf) : packages
writeFileSync(path, `${JSON.stringify({ ...file, packages: filled }, undefined, 2)}\n`)

const open = withoutChecksum(filled).length
console.log(`${missing.length} packages added to the lock; ${open} have no checksum yet`)
