import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LatchkeyError } from '@latchkey/protocol'
import { type ReadConfig, readConfig } from '../config/read-config.ts'

/**
 * The configuration of a data folder on disk.
 * @throws `config-invalid`
 */
export function readFolder(folder: string, env: NodeJS.ProcessEnv): ReadConfig {
  try {
    return readConfig(readFileSync(join(folder, 'latchkey.json'), 'utf8'), env)
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (code === 'ENOENT' || code === 'ENOTDIR') return readConfig(undefined, env)
    if (code === 'EACCES')
      throw new LatchkeyError('config-invalid', { reason: 'latchkey.json cannot be read', fix: 'correct its rights' })
    throw error
  }
}
