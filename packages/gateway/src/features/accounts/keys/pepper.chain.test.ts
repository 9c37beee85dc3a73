import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LatchkeyError } from '@latchkey/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../data/open-database.ts'
import type { Database } from '../../../data/sql.ts'
import type { KeyService } from '../contract.ts'
import { keyFile } from './key-file.ts'
import { openPepper } from './pepper.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-pepper-'))
const made: { database?: Database } = {}
beforeAll(async () => {
  made.database = await openDatabase()
})
afterAll(async () => {
  await made.database?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A key service that is away for so many questions. */
function away(questions: number): KeyService {
  const real = keyFile(join(folder, 'vault.key'))
  const state = { left: questions }
  const ask = <T>(answer: () => Promise<T>): Promise<T> => {
    state.left -= 1
    if (state.left < 0) return answer()
    return Promise.reject(
      new LatchkeyError('server-error', { reason: 'the key service: no answer' }),
    )
  }
  return {
    seal: (secret, context) => ask(() => real.seal(secret, context)),
    open: (sealed, context) => ask(() => real.open(sealed, context)),
  }
}

describe('openPepper', () => {
  test('behavior: a key service that comes later is waited for; one that does not come is named, with what to do', async () => {
    const db = (made.database as Database).db
    const waits = { startMs: 2_000, pauseMs: 10 }
    const first = await openPepper(db, away(0), waits)
    expect((await openPepper(db, away(5), waits))('test', 1)).toEqual(first('test', 1))
    await expect(
      openPepper(db, away(Number.POSITIVE_INFINITY), { startMs: 100, pauseMs: 10 }),
    ).rejects.toMatchObject({
      code: 'config-invalid',
      context: {
        reason: expect.stringContaining('the key service: no answer'),
        fix: expect.stringMatching(/\S/),
      },
    })
  })
})
