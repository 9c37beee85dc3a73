import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { vaultChallenges } from '../../data/vault-schema.ts'
import { type MadeVault, makePartition, makeVault, vaultOrigin } from './test/make-vault.ts'

const made: { vault?: MadeVault } = {}
const madeVault = (): MadeVault => made.vault as MadeVault
beforeAll(async () => {
  made.vault = await makeVault()
})
afterAll(() => made.vault?.close())

const fresh = (): string => `${randomUUID()}@mail.example`
const later = (ms: number): void => {
  madeVault().clock.at += ms
}
const minute = 60_000

async function start(email: string, partition = makePartition(), caller = '203.0.113.7') {
  const one = await partition
  const headers = { 'x-caller': caller }
  const asked = await madeVault().call(
    'POST /api/email/start',
    { project: 'shop', email },
    { partition: one, headers },
  )
  const verify = (code: string, challenge = asked.json.challenge, by = one) =>
    madeVault().call('POST /api/email/verify', { challenge, code }, { partition: by, headers })
  return {
    partition: one,
    asked,
    challenge: asked.json.challenge as string,
    code: await madeVault().codeFor(email),
    verify,
  }
}
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('sign-in by email', () => {
  test('default', async () => {
    const email = fresh()
    const { asked, code, verify, partition } = await start(email)
    const { at } = madeVault().clock
    expect(asked.json).toMatchObject({ expiresAt: at + 10 * minute, resendAt: at + 30_000 })
    const proved = await verify(code)
    expect(proved.json).toMatchObject({
      state: 'signed-in',
      session: { expiresAt: at + 24 * 60 * minute },
    })
    const { token } = proved.json.session
    expect(token).toMatch(/^[\w-]{43}$/)
    const account = await madeVault().call('GET /api/account', undefined, { partition, token })
    expect(account.json).toMatchObject({
      identities: [{ kind: 'email', label: email }],
      publics: null,
      split: null,
      newest: null,
      methods: [],
      devices: [{ id: partition.id, label: 'Chrome on Linux', isThis: true }],
    })
  })

  test('behavior: a guess beyond the fifth is none, the right one neither', async () => {
    const { code, verify } = await start(fresh())
    for (let at = 0; at < 5; at += 1) {
      expect((await verify(otherThan(code))).code).toBe('code-wrong')
    }
    expect((await verify(code)).code).toBe('code-expired')
  })

  test('behavior: of guesses at once no more than five are looked at', async () => {
    const { code, verify } = await start(fresh())
    const codes = await Promise.all(Array.from({ length: 12 }, () => verify(otherThan(code))))
    const count = (field: string) => codes.filter((one) => one.code === field).length
    expect([count('code-wrong'), count('code-expired')]).toEqual([5, 7])
  })

  test('behavior: ten failures a day an address, over all challenges and devices', async () => {
    const email = fresh()
    for (let round = 0; round < 2; round += 1) {
      const { code, verify } = await start(email)
      for (let at = 0; at < 5; at += 1) {
        await verify(otherThan(code))
      }
    }
    const { code, verify } = await start(email)
    const refused = await verify(code)
    expect([refused.status, refused.code]).toEqual([429, 'code-limit'])
    expect(Number(refused.headers.get('retry-after'))).toBe(86_400)
    later(24 * 60 * minute + 1)
    const next = await start(email)
    expect((await next.verify(next.code)).code).toBe('ok')
  })

  test('behavior: right codes cost nothing of the ten', async () => {
    const email = fresh()
    const partition = makePartition()
    for (let at = 0; at < 12; at += 1) {
      later(10 * minute)
      const { code, verify } = await start(email, partition)
      expect((await verify(code)).code).toBe('ok')
    }
  })

  test('behavior: a code works once, in its challenge, on the device that asked, for ten minutes', async () => {
    const one = await start(fresh())
    let other = await start(fresh())
    // Two challenges draw the same digits once in a million times: then one code is the other's,
    // too.
    while (other.code === one.code) {
      other = await start(fresh())
    }
    const stranger = await makePartition()
    expect((await one.verify(one.code, other.challenge)).code).toBe('code-expired')
    expect((await one.verify(one.code, one.challenge, stranger)).code).toBe('code-expired')
    expect((await other.verify(one.code)).code).toBe('code-wrong')
    expect((await one.verify(one.code)).code).toBe('ok')
    expect((await one.verify(one.code)).code).toBe('code-expired')
    const late = await start(fresh())
    later(10 * minute)
    expect((await late.verify(late.code)).code).toBe('code-expired')
    const unknown = Buffer.alloc(32, 7).toString('base64url')
    expect((await late.verify(late.code, unknown)).code).toBe('code-expired')
  })

  test('behavior: a hash that is moved to another challenge in the database opens it never', async () => {
    const partition = makePartition()
    const [one, other] = [await start(fresh(), partition), await start(fresh(), partition)]
    const [row] = await madeVault()
      .db.select()
      .from(vaultChallenges)
      .where(eq(vaultChallenges.id, one.challenge))
    const moved = madeVault()
      .db.update(vaultChallenges)
      .set({ codeHash: row?.codeHash ?? '' })
    await moved.where(eq(vaultChallenges.id, other.challenge))
    expect((await other.verify(one.code)).code).toBe('code-wrong')
    expect((await one.verify(one.code)).code).toBe('ok')
  })

  test('behavior: of one right code at once, one signs in', async () => {
    const { code, challenge, partition } = await start(fresh())
    // Not over HTTP: all of them are past the first statement before one is at the last.
    const verify = () => madeVault().codes.verifyCode(challenge, partition.id, code, ['email'])
    const tried = await Promise.allSettled(Array.from({ length: 4 }, verify))
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('behavior: another code after 30 s; the older one is dead', async () => {
    const email = fresh()
    const { partition, challenge, code, verify } = await start(email)
    const resend = () => madeVault().call('POST /api/email/resend', { challenge }, { partition })
    const early = await resend()
    expect([early.status, early.code, early.headers.get('retry-after')]).toEqual([
      429,
      'code-limit',
      '30',
    ])
    later(30_000)
    const again = await resend()
    expect((await verify(code)).code).toBe('code-expired')
    expect((await resend()).code).toBe('code-expired')
    expect((await verify(await madeVault().codeFor(email), again.json.challenge)).code).toBe('ok')
  })

  test('behavior: three mails in ten minutes to an address by one caller, nine by all strangers', async () => {
    const email = fresh()
    const ask = async (caller: string) => (await start(email, makePartition(), caller)).asked
    for (const caller of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
      for (let at = 0; at < 3; at += 1) {
        expect((await ask(caller)).code).toBe('ok')
      }
      const fourth = await ask(caller)
      expect([fourth.code, fourth.headers.get('retry-after')]).toEqual(['code-limit', '600'])
    }
    expect((await ask('192.0.2.4')).code).toBe('code-limit')
    later(10 * minute)
    expect((await ask('192.0.2.1')).code).toBe('ok')
  })

  test('behavior: a day has a limit of mails to an address: of one caller, and of all strangers', async () => {
    const email = fresh()
    const taken: string[] = []
    for (let round = 0; round < 12; round += 1) {
      later(10 * minute)
      for (const caller of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']) {
        for (let at = 0; at < 3; at += 1) {
          if ((await start(email, makePartition(), caller)).asked.code === 'ok') taken.push(caller)
        }
      }
    }
    expect(taken).toHaveLength(24)
    for (const caller of taken) {
      expect(taken.filter((one) => one === caller).length).toBeLessThanOrEqual(9)
    }
    const refused = (await start(email, makePartition(), '192.0.2.5')).asked
    expect(refused.code).toBe('code-limit')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(20 * 3_600)
    later(24 * 60 * minute)
    expect((await start(email)).asked.code).toBe('ok')
  })

  test('behavior: strangers use up neither the mails nor the tries of a device the account knows', async () => {
    const email = fresh()
    const own = await makePartition()
    await madeVault().signIn(email, own)
    later(10 * minute)
    // The strangers sit behind the visitor's very address, too.
    const callers = ['203.0.113.7', '192.0.2.2', '192.0.2.3']
    for (const caller of callers) {
      for (let at = 0; at < 4; at += 1) {
        const stranger = await start(email, makePartition(), caller)
        for (let guess = 0; guess < 5 && stranger.asked.code === 'ok'; guess += 1) {
          await stranger.verify(otherThan(stranger.code))
        }
      }
    }
    const locked = await start(email, makePartition(), '192.0.2.9')
    expect(locked.asked.code).toBe('code-limit')
    const mine = await start(email, Promise.resolve(own))
    expect((await mine.verify(mine.code)).json).toMatchObject({ state: 'signed-in' })
    // A new device waits for the strangers' day to end: their ten guesses are what bounds a spray.
    later(10 * minute)
    const next = await start(email)
    expect((await next.verify(next.code)).code).toBe('code-limit')
  })

  test('behavior: a known device has ten failures a day of its own, and a revoked one is a stranger', async () => {
    const email = fresh()
    const own = await makePartition()
    const token = await madeVault().signIn(email, own)
    later(10 * minute)
    for (let round = 0; round < 2; round += 1) {
      const { code, verify } = await start(email, Promise.resolve(own))
      for (let at = 0; at < 5; at += 1) {
        expect((await verify(otherThan(code))).code).toBe('code-wrong')
      }
    }
    const late = await start(email, Promise.resolve(own))
    expect((await late.verify(late.code)).code).toBe('code-limit')
    const other = await start(email)
    expect((await other.verify(other.code)).json).toMatchObject({ state: 'confirm-device' })
    await madeVault().call(
      'POST /api/devices/revoke',
      { device: own.id },
      { partition: own, token },
    )
    later(10 * minute)
    const again = await start(email, Promise.resolve(own))
    expect((await again.verify(otherThan(again.code))).code).toBe('code-wrong')
  })

  test('behavior: being known for one address is nothing for another, known or not', async () => {
    const own = await makePartition()
    await madeVault().signIn(fresh(), own)
    const theirs = fresh()
    await madeVault().signIn(theirs, await makePartition())
    later(10 * minute)
    const outcomes = async (email: string) => {
      const codes: string[] = []
      for (let at = 0; at < 4; at += 1) {
        const { asked, code, verify } = await start(email, Promise.resolve(own))
        codes.push(asked.code, (await verify(otherThan(code))).code)
      }
      const stranger = (await start(email, makePartition(), '192.0.2.8')).asked
      return [...codes, stranger.code]
    }
    const [known, unknown] = [await outcomes(theirs), await outcomes(fresh())]
    expect(known).toEqual(unknown)
    expect(known.slice(-3)).toEqual(['code-limit', 'vault-refused', 'ok'])
  })

  test('behavior: a second device is confirmed by a second mail, which a first-mail code cannot stand for', async () => {
    const email = fresh()
    const first = await start(email)
    await first.verify(first.code)
    const second = await start(email)
    const proved = await second.verify(second.code)
    expect(proved.json).toMatchObject({ state: 'confirm-device', email })
    const { challenge } = proved.json
    expect(
      (await second.verify(await madeVault().codeFor(email), challenge, await makePartition()))
        .code,
    ).toBe('code-expired')
    const confirmed = await second.verify(await madeVault().codeFor(email), challenge)
    expect(confirmed.json).toMatchObject({ state: 'signed-in' })
  })

  test('parameters: addresses, projects and sites that are refused', async () => {
    const partition = await makePartition()
    const bad: readonly (readonly [object, string])[] = [
      [{ email: 'nobody' }, 'email-invalid'],
      [{ email: 'a@b.example\r\nBcc: c@d.example' }, 'email-invalid'],
      [{ project: 'none' }, 'vault-refused'],
      [{ site: 'https://evil.example' }, 'vault-refused'],
      [{ extra: 1 }, 'vault-refused'],
    ]
    const usual = { project: 'shop', email: fresh() }
    for (const [more, code] of bad) {
      expect([
        more,
        (await madeVault().call('POST /api/email/start', { ...usual, ...more }, { partition }))
          .code,
      ]).toEqual([more, code])
    }
  })

  test('behavior: known and unknown addresses cost the same statements and mails, and answer alike', async () => {
    const known = fresh()
    const first = await start(known)
    expect((await first.verify(first.code)).code).toBe('ok')
    const elsewhere = await makePartition()
    await madeVault().signIn(fresh(), elsewhere)
    const work = async (email: string, partition: Awaited<ReturnType<typeof makePartition>>) => {
      const statements: string[] = []
      const mails = madeVault().sent.length
      const client = (
        madeVault().db as unknown as { $client: { query: (...all: unknown[]) => unknown } }
      ).$client
      const { query } = client
      client.query = (...all) => {
        // What the queue does with a mail afterwards is in nobody's way, and ends when it ends.
        if (!/^(?:update|delete|select)[\s\S]*"mails"/.test(String(all[0])))
          statements.push(String(all[0]))
        return Reflect.apply(query, client, all)
      }
      try {
        const { asked, code, verify } = await start(email, Promise.resolve(partition))
        const wrong = await verify(otherThan(code))
        const shape = Object.keys(asked.json).join()
        return {
          statements,
          sent: madeVault().sent.length - mails,
          answers: [asked.status, shape, wrong.code],
        }
      } finally {
        client.query = query
      }
    }
    const own = await makePartition()
    const [one, ...others] = [
      await work(known, await makePartition()),
      await work(fresh(), await makePartition()),
      // A device of another account is told from none neither.
      await work(known, elsewhere),
      await work(fresh(), elsewhere),
    ]
    expect(one?.sent).toBe(1)
    expect(one?.statements.length).toBeGreaterThan(5)
    for (const other of others) {
      expect(other).toEqual(one)
    }
    const text = (at: number) => madeVault().sent.at(at)?.text.replace(/\d{6}/, '')
    expect(text(-1)).toBe(text(-2))
    // Not even to the account's own device it costs more or less.
    later(10 * minute)
    await madeVault().signIn(known, own)
    expect((await work(known, own)).statements).toEqual(one?.statements)
  })
})

describe('sessions', () => {
  const refresh = (partition: Awaited<ReturnType<typeof makePartition>>, token: string) =>
    madeVault().call('POST /api/session/refresh', {}, { partition, token })
  const read = (partition: Awaited<ReturnType<typeof makePartition>>, token: string) =>
    madeVault().call('GET /api/account', undefined, { partition, token })

  test('default: a token rotates; the one before holds 30 s', async () => {
    const partition = await makePartition()
    const first = await madeVault().signIn(fresh(), partition)
    const second = (await refresh(partition, first)).json.token
    expect(second).not.toBe(first)
    later(30_000)
    expect((await read(partition, first)).code).toBe('ok')
    expect((await refresh(partition, first)).json.token).toBe(second)
    expect((await read(partition, second)).code).toBe('ok')
  })

  test('behavior: an older one that comes back ends the session', async () => {
    const partition = await makePartition()
    const first = await madeVault().signIn(fresh(), partition)
    const second = (await refresh(partition, first)).json.token
    later(30_001)
    expect((await read(partition, first)).code).toBe('proof-needed')
    expect((await read(partition, second)).code).toBe('proof-needed')
  })

  test('behavior: the one before the one before ends it at once', async () => {
    const partition = await makePartition()
    const first = await madeVault().signIn(fresh(), partition)
    const second = (await refresh(partition, first)).json.token
    const third = (await refresh(partition, second)).json.token
    expect((await read(partition, first)).code).toBe('proof-needed')
    expect((await read(partition, third)).code).toBe('proof-needed')
  })

  test('behavior: refreshes at once end at the same token', async () => {
    const partition = await makePartition()
    const first = await madeVault().signIn(fresh(), partition)
    const tokens = await Promise.all(Array.from({ length: 4 }, () => refresh(partition, first)))
    expect(new Set(tokens.map(({ json }) => json.token)).size).toBe(1)
    expect((await read(partition, tokens[0]?.json.token)).code).toBe('ok')
  })

  test('behavior: it ends with the hours, however often refreshed', async () => {
    const partition = await makePartition()
    const first = await madeVault().signIn(fresh(), partition)
    later(23 * 60 * minute)
    const second = (await refresh(partition, first)).json
    expect(second.expiresAt).toBe(madeVault().clock.at + 60 * minute)
    later(60 * minute)
    expect((await read(partition, second.token)).code).toBe('proof-needed')
  })

  test('behavior: a token is of one device; end, and end everywhere', async () => {
    const email = fresh()
    const [one, two] = [await makePartition(), await makePartition()]
    const [first, second] = [
      await madeVault().signIn(email, one),
      await madeVault().signIn(email, two),
    ]
    const foreign = await read(two, first)
    expect([foreign.status, foreign.code]).toEqual([401, 'vault-refused'])
    expect((await read(one, first)).code).toBe('ok')
    const end = (token: string, partition: typeof one, everywhere: boolean) =>
      madeVault().call('POST /api/session/end', { everywhere }, { partition, token })
    await end(first, one, false)
    expect([(await read(one, first)).code, (await read(two, second)).code]).toEqual([
      'proof-needed',
      'ok',
    ])
    later(10 * minute)
    const again = await madeVault().signIn(email, one)
    await end(again, one, true)
    expect([(await read(one, again)).code, (await read(two, second)).code]).toEqual([
      'proof-needed',
      'proof-needed',
    ])
  })
})

describe('calls', () => {
  const account = `${vaultOrigin}/api/account`

  test('behavior: a proof is used once, here and for its call only', async () => {
    const partition = await makePartition()
    const token = await madeVault().signIn(fresh(), partition)
    const asked = { method: 'GET', url: account, body: '', token }
    const proof = await partition.prove(asked, madeVault().clock.at)
    const ask = (more: object) =>
      madeVault().call('GET /api/account', undefined, { partition, token, ...more })
    expect((await ask({ proof })).code).toBe('ok')
    expect((await ask({ proof })).status).toBe(401)
    const other = await (await makePartition()).prove(asked, madeVault().clock.at)
    expect((await ask({ proof: other })).status).toBe(401)
    expect((await ask({ proof: '' })).status).toBe(401)
    const elsewhere = { ...asked, url: account.replace('vault.', 'evil.') }
    expect(
      (await ask({ proof: await partition.prove(elsewhere, madeVault().clock.at) })).status,
    ).toBe(401)
    expect((await ask({ token: undefined })).code).toBe('proof-needed')
    expect((await ask({})).code).toBe('ok')
  })

  test('parameters: requests that no page of ours makes', async () => {
    const partition = await makePartition()
    const token = await madeVault().signIn(fresh(), partition)
    const ask = async (headers: Record<string, string>, name = 'POST /api/session/refresh') => {
      const { status } = await madeVault().call(name, {}, { partition, token, headers })
      return status
    }
    expect(await ask({ host: 'evil.example' })).toBe(421)
    expect(await ask({ host: '127.0.0.1:4302' })).toBe(421)
    expect(await ask({ origin: 'https://evil.example' })).toBe(403)
    expect(await ask({ origin: 'http://vault.localhost:4303' })).toBe(403)
    expect(await ask({ origin: 'null' })).toBe(403)
    expect(await ask({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await ask({ 'sec-fetch-site': 'same-site' })).toBe(403)
    expect(await ask({ 'sec-fetch-site': 'none' })).toBe(403)
    expect(await ask({ 'content-type': 'text/plain' })).toBe(415)
    expect(await ask({ 'sec-fetch-site': 'same-origin' })).toBe(200)
  })

  test('behavior: no CORS, whatever a page asks; large, odd and unknown ones are refused', async () => {
    const { app } = madeVault()
    const host = 'vault.localhost:4302'
    const headers = {
      host,
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
    }
    const preflight = await app.request(`${vaultOrigin}/api/email/start`, {
      method: 'OPTIONS',
      headers,
    })
    expect(preflight.status).toBe(404)
    expect(
      [...preflight.headers.keys()].filter((name) => name.startsWith('access-control')),
    ).toEqual([])
    const post = (body: string, more: object = {}) =>
      app.request(`${vaultOrigin}/api/email/start`, {
        method: 'POST',
        headers: { host, origin: vaultOrigin, 'content-type': 'application/json', ...more },
        body,
      })
    expect((await post('x'.repeat(70_000))).status).toBe(413)
    expect((await post('{}')).status).toBe(401)
    const partition = await makePartition()
    expect((await madeVault().call('POST /api/none', {}, { partition })).status).toBe(404)
    const polluted = {
      project: 'shop',
      email: fresh(),
      ...JSON.parse('{"__proto__":{"site":"https://evil.example"}}'),
    }
    expect(
      (await madeVault().call('POST /api/email/start', polluted, { partition })).code,
    ).not.toBe('server-error')
  })
})
