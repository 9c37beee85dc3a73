import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { LatchkeyError } from '@latchkey/protocol'
import { lockOutGateways } from '../../data/live-gateways.ts'
import { openDatabase } from '../../data/open-database.ts'
import type { Sql } from '../../data/sql.ts'
import { readBackupFile, writeBackupFile } from './backup-file.ts'
import { closeFolder } from './close-folder.ts'
import { lockFolder } from './lock-folder.ts'
import { readFolder } from './read-folder.ts'

/**
 * Backs up the database of this data folder's configuration: PostgreSQL while gateways use it,
 * PGlite only while no gateway runs.
 * @returns a line for the operator
 * @throws `config-invalid`
 */
export async function runBackup(
  dataDir: string,
  env: NodeJS.ProcessEnv,
  file: string,
): Promise<string> {
  const rows = await withDatabase(dataDir, env, false, (db) => writeBackupFile(file, db))
  return `${rows} rows in ${file}`
}

/**
 * Restores the database of this data folder's configuration from a backup; the gateways that use it
 * must be stopped.
 * @returns a line for the operator
 * @throws `config-invalid`; the database is then unchanged
 */
export async function runRestore(
  dataDir: string,
  env: NodeJS.ProcessEnv,
  file: string,
  isReplacing: boolean,
): Promise<string> {
  const rows = await withDatabase(dataDir, env, true, (db) => readBackupFile(file, db, isReplacing))
  return `${rows} rows restored`
}

async function withDatabase<T>(
  dataDir: string,
  env: NodeJS.ProcessEnv,
  mayCreate: boolean,
  use: (db: Sql) => Promise<T>,
): Promise<T> {
  const { databaseUrl: url, database: limits } = readFolder(dataDir, env).config
  const folder = join(dataDir, 'database')
  if (url === undefined && !mayCreate && !existsSync(folder))
    throw new LatchkeyError('config-invalid', {
      reason: `there is no database in ${dataDir}`,
      fix: 'set LATCHKEY_GATEWAY_DATA or DATABASE_URL',
    })
  if (url === undefined)
    for (const path of [dataDir, folder]) {
      closeFolder(path)
    }
  const unlock = await lockDatabase(dataDir, url, mayCreate)
  try {
    const database = await openDatabase({ folder, url, ...limits, isForwarded: false })
    try {
      return await use(database.db)
    } finally {
      await database.close()
    }
  } finally {
    await unlock()
  }
}

async function lockDatabase(
  dataDir: string,
  url: string | undefined,
  mayCreate: boolean,
): Promise<() => Promise<void>> {
  if (url === undefined) return lockFolder(dataDir)
  return mayCreate ? lockOutGateways(url) : async () => {}
}
