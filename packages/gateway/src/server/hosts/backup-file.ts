import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { LatchkeyError } from '@latchkey/protocol'
import { restoreBackup } from '../../data/backup/restore-backup.ts'
import { writeBackup } from '../../data/backup/write-backup.ts'
import type { Sql } from '../../data/sql.ts'

/**
 * Writes a backup to a new file that only this user may read; an incomplete file never gets the
 * final name.
 * @returns rows written
 * @throws `config-invalid` when the file exists already
 */
export async function writeBackupFile(file: string, db: Sql): Promise<number> {
  if (existsSync(file))
    throw new LatchkeyError('config-invalid', {
      reason: `${file} exists`,
      fix: 'choose another name, or delete it',
    })
  const partialFile = `${file}.${process.pid}.part`
  const gzipStream = createGzip()
  const fileWrite = pipeline(
    gzipStream,
    createWriteStream(partialFile, { mode: 0o600, flush: true }),
  )
  try {
    const rows = await Promise.race([
      fileWrite.then(() => 0),
      writeBackup(db, async (line) => {
        if (!gzipStream.write(`${line}\n`)) await once(gzipStream, 'drain')
      }),
    ])
    gzipStream.end()
    await fileWrite
    renameSync(partialFile, file)
    return rows
  } catch (error) {
    gzipStream.destroy()
    await fileWrite.catch(() => {})
    throw error
  } finally {
    rmSync(partialFile, { force: true })
  }
}

/**
 * Restores a database from a backup file.
 * @returns rows restored
 * @throws `config-invalid` when the backup is incomplete, or the database must not be overwritten
 */
export async function readBackupFile(file: string, db: Sql, isReplacing: boolean): Promise<number> {
  return pipeline(createReadStream(file), createGunzip(), (chunks) =>
    restoreBackup(db, splitLines(chunks as AsyncIterable<Buffer>), { isReplacing }),
  ).catch((error: NodeJS.ErrnoException) => {
    if (!/^(?:Z_|ENOENT|EACCES|EISDIR)/.test(error.code ?? '')) throw error
    throw new LatchkeyError('config-invalid', {
      reason: `${file} cannot be read (${error.code})`,
      fix: 'take another',
    })
  })
}

async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let remainder = ''
  for await (const chunk of chunks) {
    const lines = (remainder + decoder.decode(chunk, { stream: true })).split('\n')
    remainder = lines.pop() as string
    yield* lines
  }
  if (remainder) yield remainder
}
