import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LatchkeyError } from '@latchkey/protocol'

/**
 * Claims a data folder for this process, since two in one folder would spoil the database; the result gives it back.
 * @throws `config-invalid` when another process has it
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'gateway.pid')
  const owner = Number(read(path))
  if (owner && owner !== process.pid && isAlive(owner))
    throw new LatchkeyError('config-invalid', {
      reason: `${folder} is in use by process ${owner}`,
      fix: 'stop it, or set LATCHKEY_GATEWAY_DATA to another folder',
    })
  writeFileSync(path, String(process.pid))
  return () => rmSync(path, { force: true })
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
