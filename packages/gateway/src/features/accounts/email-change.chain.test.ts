import { afterEach, describe, expect, test } from 'vitest'
import { type Answered, type MadeVault, makePartition, makeVault } from './test/make-vault.ts'

const made: { vault?: MadeVault } = {}
afterEach(() => made.vault?.close())

const site = 'https://a.shop.example'
const dayMs = 86_400_000

/**
 * Somebody who made an account by a social identity of theirs, which takes one click, and no
 * mailbox.
 */
async function strangerAt(vault: MadeVault, subject = '77') {
  const partition = await makePartition()
  const identity = {
    kind: 'google',
    issuer: 'https://accounts.google.com',
    subject,
    label: subject,
  } as const
  const device = { id: partition.id, project: 'shop', site, label: 'Chrome', caller: '203.0.113.7' }
  const proved = await vault.accounts.prove(identity, device)
  const token = proved.state === 'signed-in' ? proved.session.token : ''
  const ask = (email: string, caller = '203.0.113.7'): Promise<Answered> =>
    vault.call(
      'POST /api/email/change',
      { email },
      { partition, token, headers: { 'x-caller': caller } },
    )
  return { partition, ask }
}
const count = (answers: readonly Answered[], code: string): number =>
  answers.filter((one) => one.code === code).length

describe('mails of a change of email', () => {
  test('behavior: they come out of the buckets that sign-in mails come out of', async () => {
    const rate = { refillPerSecond: 0.001 }
    const vault = await makeVault({
      mailRate: { caller: { capacity: 3, ...rate }, project: { capacity: 5, ...rate } },
    })
    made.vault = vault
    const one = await strangerAt(vault)
    const asked: Answered[] = []
    for (let at = 0; at < 8; at += 1) {
      asked.push(await one.ask(`mine-${at}@victim.example`))
    }
    expect([count(asked, 'ok'), count(asked, 'rate-limited')]).toEqual([3, 5])
    // What one caller has used up, it has used up for sign-ins as well; and the other way round.
    const start = (caller: string) =>
      vault.call(
        'POST /api/email/start',
        { project: 'shop', email: `${caller}@victim.example`, site },
        { partition: one.partition, headers: { 'x-caller': caller } },
      )
    expect((await start('203.0.113.7')).code).toBe('rate-limited')
    expect([(await start('203.0.113.8')).code, (await start('203.0.113.9')).code]).toEqual([
      'ok',
      'ok',
    ])
    expect((await one.ask('late@victim.example', '203.0.113.10')).code).toBe('rate-limited')
    await vault.settled()
    expect(vault.sent).toHaveLength(5)
  })

  test('behavior: an account has a dozen a day, from however many callers', async () => {
    const vault = await makeVault()
    made.vault = vault
    const one = await strangerAt(vault)
    const asked: Answered[] = []
    for (let at = 0; at < 40; at += 1) {
      asked.push(await one.ask(`${at}@victim.example`, `203.0.113.${at}`))
    }
    expect([count(asked, 'ok'), count(asked, 'code-limit')]).toEqual([12, 28])
    await vault.settled()
    expect(vault.sent).toHaveLength(12)
    const other = await strangerAt(vault, '78')
    expect((await other.ask('40@victim.example')).code).toBe('ok')
    vault.clock.at += dayMs
    // After a day the proof of an account without a mailbox is too old: another sign-in begins the
    // next dozen.
    const again = await strangerAt(vault)
    expect((await again.ask('41@victim.example')).code).toBe('ok')
  })
})
