import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LatchkeyError } from '@latchkey/protocol'
import type { Log } from '../../base/log.ts'
import { listSecrets } from '../config/print-config.ts'
import { type ReadConfig, readConfig } from '../config/read-config.ts'
import { closeFile } from './close-folder.ts'

/**
 * Reads the configuration of a data folder on disk.
 * @throws `config-invalid`
 */
export function readFolder(folder: string, env: NodeJS.ProcessEnv): ReadConfig {
  try {
    return readConfig(readFileSync(join(folder, 'latchkey.json'), 'utf8'), env)
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (code === 'ENOENT' || code === 'ENOTDIR') return readConfig(undefined, env)
    if (code === 'EACCES')
      throw new LatchkeyError('config-invalid', {
        reason: 'latchkey.json cannot be read',
        fix: 'correct its rights',
      })
    throw error
  }
}

/**
 * Restricts a configuration file with secrets to its owner and group. A file whose permissions
 * cannot change (mounted, or of another owner) does not stop the start, because everybody in this
 * container may be meant to read it; the log then tells the operator what to do.
 */
export function warnAboutReadableConfig(
  folder: string,
  loadedConfig: ReadConfig,
  log: Pick<Log, 'error'>,
  close: typeof closeFile = closeFile,
): void {
  const path = join(folder, 'latchkey.json')
  const secrets = listSecrets(loadedConfig)
  if (!secrets.length || close(path)) return
  log.error(
    {
      path,
      secrets,
      fix: `chmod 640 ${path}, mount it with such rights, or give the secrets by the environment`,
    },
    'latchkey.json holds secrets, and everybody on this machine may read it',
  )
}
