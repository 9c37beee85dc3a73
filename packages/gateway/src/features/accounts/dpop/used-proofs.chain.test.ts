import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../data/sql.ts'
import { describeDatabases } from '../../../test/describe-databases.ts'
import { proofLifeMs } from './read-proof.ts'
import { usedProofs } from './used-proofs.ts'

describeDatabases('usedProofs', (open) => {
  const made = {} as { database: Database }
  beforeAll(async () => {
    made.database = await open()
  })

  test('behavior: a proof of a clock that is ahead is remembered until nobody would believe it any more', async () => {
    const clock = { at: 1_780_000_000_000 }
    const proofs = usedProofs(made.database.db, () => clock.at)
    const issuedAt = clock.at + proofLifeMs
    const proof = { device: 'device', jti: 'once' } as Parameters<typeof proofs.use>[0]
    expect(await proofs.use(proof)).toBe(true)
    // The last moment at which it is believed.
    clock.at = issuedAt + proofLifeMs
    await proofs.sweep()
    expect(await proofs.use(proof)).toBe(false)
    clock.at += proofLifeMs
    await proofs.sweep()
    expect(await proofs.use(proof)).toBe(true)
  })
})
