import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Lock } from './check/dependencies.ts'
import { fillChecksums, withoutChecksum } from './lock/fill-checksums.ts'
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
      // Node starts no batch file on Windows but by a shell (CVE-2024-27980).
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
