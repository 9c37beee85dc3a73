import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { configSchema } from '../../base/config/schema.ts'
import { databaseProjects, seedProjects } from '../../data/database-projects.ts'
import { operatorKeys } from '../../data/operator-schema.ts'
import { projects } from '../../data/schema.ts'
import type { Database } from '../../data/sql.ts'
import type { TailListener } from '../../ports/analytics-port.ts'
import { describeDatabases } from '../../test/describe-databases.ts'
import { type MadeOperator, makeOperator, operatorToken } from '../../test/make-operator.ts'

const listed = configSchema.parse({ projects: [{ id: 'demo', analytics: true }] }).projects
const edit = {
  origins: ['https://shop.example'],
  features: [{ id: 'swap', isEnabled: true, config: ['1inch'] }],
  analytics: true,
}

describeDatabases('operatorApp', (open) => {
  const run = {} as { database: Database; operator: MadeOperator }
  const ask: MadeOperator['ask'] = (path, init) => run.operator.ask(path, init)
  const makeKey = async (scope: string) =>
    (await ask('/operator/v1/keys', { method: 'POST', body: { label: `a ${scope} key`, scope } }))
      .json as {
      id: string
      token: string
    }

  beforeAll(async () => {
    run.database = await open()
    await seedProjects(run.database.db, listed)
    run.operator = makeOperator(run.database.db, { keys: { etherscan: 'from the file' } })
  })

  test('default', async () => {
    expect(await ask('/operator/v1/session')).toMatchObject({
      status: 200,
      json: { label: 'Operator', scope: 'write', keyId: null },
    })
    expect((await ask('/operator/v1/projects')).json).toEqual({
      projects: [{ id: 'demo', source: 'file', origins: [], features: [], analytics: true }],
    })
  })

  describe('parameters: token', () => {
    test.each([
      ['none', undefined, 'token-missing'],
      ['a wrong one', 'x'.repeat(40), 'token-invalid'],
      ['the beginning of the right one', operatorToken.slice(0, -1), 'token-invalid'],
      ['one with more behind it', `${operatorToken}x`, 'token-invalid'],
    ])('%s is refused on every call', async (_, token, code) => {
      const calls = [
        ['/operator/v1/session', 'GET'],
        ['/operator/v1/projects', 'GET'],
        ['/operator/v1/projects/demo/overview', 'GET'],
        ['/operator/v1/projects/demo/tail', 'GET'],
        ['/operator/v1/settings', 'GET'],
        ['/operator/v1/keys', 'GET'],
        ['/operator/v1/keys', 'POST'],
        ['/operator/v1/projects/demo', 'PUT'],
        ['/operator/v1/projects/demo', 'DELETE'],
        ['/operator/v1/nothing', 'GET'],
      ] as const
      for (const [at, [path, method]] of calls.entries()) {
        const answer = await ask(path, { method, token, headers: { 'x-caller': `${code} ${at}` } })
        expect({ path, status: answer.status, json: answer.json }).toMatchObject({
          path,
          status: 401,
          json: { code },
        })
        expect(answer.headers.get('www-authenticate')).toBe('Bearer')
      }
    })
  })

  test('behavior: ten wrong tokens from one address, then it waits, but for tokens that were right before; others do not', async () => {
    const headers = { 'x-caller': 'guesser' }
    for (let at = 0; at < 10; at++) {
      expect((await ask('/operator/v1/session', { token: 'wrong', headers })).status).toBe(401)
    }
    const refused = await ask('/operator/v1/session', { token: 'wrong', headers })
    expect(refused).toMatchObject({ status: 429, json: { code: 'rate-limited' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ask('/operator/v1/session', { headers })).status).toBe(200)
    const { token } = await makeKey('read')
    expect((await ask('/operator/v1/session', { token, headers })).status).toBe(429)
    expect(
      (await ask('/operator/v1/session', { token, headers: { 'x-caller': 'neighbour' } })).status,
    ).toBe(200)
    expect((await ask('/operator/v1/session', { token, headers })).status).toBe(200)
    expect((await ask('/operator/v1/session', { token: 'wrong', headers })).status).toBe(429)
  })

  test('behavior: wrong tokens from all over a network of 64 bits are counted together', async () => {
    const from = (at: number) => ({
      token: 'wrong',
      headers: { 'x-caller': `2001:db8:0:9::${at}` },
    })
    for (let at = 0; at < 10; at++) {
      expect((await ask('/operator/v1/session', from(at))).status).toBe(401)
    }
    expect((await ask('/operator/v1/session', from(10))).status).toBe(429)
  })

  test('behavior: right tokens cost nothing', async () => {
    const headers = { 'x-caller': 'busy' }
    for (let at = 0; at < 30; at++) {
      expect((await ask('/operator/v1/session', { headers })).status).toBe(200)
    }
  })

  test('behavior: a key reads, is shown once, is kept as a hash only, and ends when revoked', async () => {
    const { id, token } = await makeKey('read')
    expect(await ask('/operator/v1/session', { token })).toMatchObject({
      json: { scope: 'read', keyId: id },
    })
    expect(JSON.stringify((await ask('/operator/v1/keys')).json)).not.toContain(token)
    expect(JSON.stringify(await run.database.db.select().from(operatorKeys))).not.toContain(token)
    expect((await ask(`/operator/v1/keys/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await ask('/operator/v1/session', { token })).toMatchObject({
      status: 401,
      json: { code: 'token-revoked' },
    })
    expect(JSON.stringify(run.operator.logged)).not.toContain(token)
  })

  test('behavior: a key to read may change nothing, and does not see the keys', async () => {
    const { token } = await makeKey('read')
    const calls = [
      ['/operator/v1/projects', 'POST'],
      ['/operator/v1/projects/demo', 'PUT'],
      ['/operator/v1/projects/demo', 'DELETE'],
      ['/operator/v1/settings/upstreams.etherscan.key', 'PUT'],
      ['/operator/v1/settings/upstreams.etherscan.key', 'DELETE'],
      ['/operator/v1/keys', 'GET'],
      ['/operator/v1/keys', 'POST'],
      ['/operator/v1/keys/x', 'DELETE'],
    ] as const
    for (const [path, method] of calls) {
      expect({
        path,
        ...(await ask(path, { method, token, ...(method === 'GET' ? {} : { body: edit }) })),
      }).toMatchObject({
        path,
        status: 403,
        json: { code: 'token-read-only' },
      })
    }
    expect((await ask('/operator/v1/projects/demo/overview', { token })).status).toBe(200)
  })

  test('behavior: a key to write may', async () => {
    const { token } = await makeKey('write')
    expect(
      (await ask('/operator/v1/projects/demo', { method: 'PUT', token, body: edit })).status,
    ).toBe(200)
  })

  test('behavior: no page of another origin reads an answer or asks at all', async () => {
    const origin = { origin: 'https://evil.example' }
    const preflight = {
      ...origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    }
    for (const [method, headers] of [
      ['GET', origin],
      ['OPTIONS', preflight],
    ] as const) {
      for (const path of ['/operator/v1/session', '/operator/v1/nothing']) {
        expect(
          [...(await ask(path, { method, headers })).headers.keys()].filter((name) =>
            name.startsWith('access-control'),
          ),
        ).toEqual([])
      }
    }
    for (const site of ['cross-site', 'same-site']) {
      expect(
        await ask('/operator/v1/session', { headers: { 'sec-fetch-site': site } }),
      ).toMatchObject({
        status: 403,
        json: { code: 'origin-not-allowed' },
      })
    }
    expect(
      (await ask('/operator/v1/session', { headers: { 'sec-fetch-site': 'same-origin' } })).status,
    ).toBe(200)
  })

  test('behavior: answers are kept by nobody and are no documents', async () => {
    for (const token of [operatorToken, 'wrong']) {
      const { headers } = await ask('/operator/v1/session', { token })
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    }
  })

  describe('behavior: projects', () => {
    test('are made, changed and deleted; the file changes them no longer', async () => {
      const path = '/operator/v1/projects/shop'
      const made = await ask('/operator/v1/projects', {
        method: 'POST',
        body: { id: 'shop', ...edit },
      })
      expect(made).toMatchObject({
        status: 201,
        json: { id: 'shop', source: 'dashboard', ...edit },
      })
      expect(await databaseProjects(run.database.db).find('shop')).toMatchObject({
        isAnalyticsEnabled: true,
        origins: edit.origins,
      })
      const again = await ask('/operator/v1/projects', { method: 'POST', body: { id: 'shop' } })
      expect(again).toMatchObject({
        status: 409,
        json: { code: 'exists', reasons: [{ field: 'id' }] },
      })
      const less = { origins: ['https://*.shop.example'], features: [], analytics: false }
      expect((await ask(path, { method: 'PUT', body: less })).json).toMatchObject(less)
      await seedProjects(
        run.database.db,
        configSchema.parse({ projects: [{ id: 'shop' }, ...listed] }).projects,
      )
      expect(await databaseProjects(run.database.db).find('shop')).toMatchObject({
        origins: less.origins,
      })
      expect((await ask(path, { method: 'DELETE' })).status).toBe(204)
      expect((await ask(path, { method: 'DELETE' })).status).toBe(404)
      expect((await ask(path, { method: 'PUT', body: less })).status).toBe(404)
      expect((await ask(`${path}/overview`)).status).toBe(404)
    })

    test('closed ones, which the file no longer names, are shown, opened again and deleted', async () => {
      const { db } = run.database
      const files = configSchema.parse({
        projects: [
          { id: 'demo', analytics: true },
          { id: 'gone', analytics: true },
        ],
      })
      const list = async () =>
        ((await ask('/operator/v1/projects')).json as { projects: { id: string }[] }).projects
      const close = async () => {
        await seedProjects(db, files.projects)
        await seedProjects(db, listed)
      }
      await close()
      expect(await list()).toContainEqual(expect.objectContaining({ id: 'gone', source: 'closed' }))
      expect((await ask('/operator/v1/projects/gone/overview')).status).toBe(200)
      expect(await databaseProjects(db).find('gone')).toBeUndefined()
      await ask('/operator/v1/projects/gone', { method: 'PUT', body: edit })
      expect(await databaseProjects(db).find('gone')).toMatchObject({ origins: edit.origins })
      await ask('/operator/v1/projects/gone', { method: 'DELETE' })
      await seedProjects(db, files.projects)
      expect(await databaseProjects(db).find('gone')).toBeUndefined()
      await ask('/operator/v1/projects', { method: 'POST', body: { id: 'late', ...edit } })
      await db.update(projects).set({ source: 'closed' }).where(eq(projects.id, 'late'))
      await ask('/operator/v1/projects/late', { method: 'DELETE' })
      await seedProjects(
        db,
        configSchema.parse({ projects: [{ id: 'demo', analytics: true }, { id: 'late' }] })
          .projects,
      )
      // Deleted when the file did not name it: named anew, it is meant.
      expect(await databaseProjects(db).find('late')).toBeDefined()
      await ask('/operator/v1/projects/late', { method: 'DELETE' })
    })

    test('deleted ones of the file stay away at the next start, until they are made again', async () => {
      const file = configSchema.parse({ projects: [{ id: 'old' }, ...listed] }).projects
      await seedProjects(run.database.db, file)
      await ask('/operator/v1/projects/old', { method: 'DELETE' })
      await seedProjects(run.database.db, file)
      expect(await databaseProjects(run.database.db).find('old')).toBeUndefined()
      expect(
        (await ask('/operator/v1/projects', { method: 'POST', body: { id: 'old' } })).status,
      ).toBe(201)
      await ask('/operator/v1/projects/old', { method: 'DELETE' })
    })

    test.each([
      ['an origin that is none', { origins: ['shop'] }, 'origins.0'],
      ['an origin with a path', { origins: ['https://shop.example/x'] }, 'origins.0'],
      ['a name with markup', { id: '<b>' }, 'id'],
      ['an unknown field', { secret: 1 }, ''],
      [
        'a feature twice',
        {
          features: [
            { id: 'a', isEnabled: true },
            { id: 'a', isEnabled: false },
          ],
        },
        'features',
      ],
      ['a word for the switch', { analytics: 'yes' }, 'analytics'],
      ['no JSON', '{', ''],
      ['a list', [], ''],
    ])('refuses %s with code, field, reason and fix', async (_, wrong, field) => {
      const body =
        typeof wrong === 'string' || Array.isArray(wrong) ? wrong : { id: 'fine', ...wrong }
      const { status, json } = await ask('/operator/v1/projects', { method: 'POST', body })
      expect({ status, json }).toEqual({
        status: 400,
        json: {
          status: 'FAILED',
          code: 'invalid',
          reasons: [
            { field, description: expect.stringMatching(/\S/), fix: expect.stringMatching(/\S/) },
          ],
        },
      })
      expect(await databaseProjects(run.database.db).find('fine')).toBeUndefined()
    })

    test('"demo" is refused outside development', async () => {
      const strict = makeOperator(run.database.db, { isDevelopment: false })
      expect(
        await strict.ask('/operator/v1/projects', { method: 'POST', body: { id: 'demo' } }),
      ).toMatchObject({
        status: 400,
        json: { reasons: [{ field: 'id' }] },
      })
    })
  })

  test('behavior: secrets are written, in force at once, never told, and given back to the file', async () => {
    const path = '/operator/v1/settings/upstreams.etherscan.key'
    const { settings } = run.operator
    const listedOf = async () => {
      const { json } = await ask('/operator/v1/settings')
      expect(JSON.stringify(json)).not.toMatch(/from the (file|dashboard)/)
      return (json as { settings: { path: string }[] }).settings.find((one) =>
        path.endsWith(one.path),
      )
    }
    expect(await settings.get('upstreams.etherscan.key')).toBe('from the file')
    expect(await listedOf()).toMatchObject({ isSet: true, source: 'configuration', isUsed: true })
    expect((await ask(path, { method: 'PUT', body: { value: 'from-the-dashboard' } })).status).toBe(
      204,
    )
    expect(await settings.get('upstreams.etherscan.key')).toBe('from-the-dashboard')
    expect(await listedOf()).toMatchObject({ isSet: true, source: 'dashboard' })
    expect((await ask(path, { method: 'PUT', body: { value: 'two words' } })).status).toBe(400)
    const digits = '12345678901234567890'
    expect((await ask(path, { method: 'PUT', body: { value: digits } })).status).toBe(204)
    // Another replica, which reads it.
    const other = makeOperator(run.database.db, { keys: { etherscan: 'from the file' } }).settings
    expect(await other.get('upstreams.etherscan.key')).toBe(digits)
    expect((await ask(path, { method: 'DELETE' })).status).toBe(204)
    expect(await settings.get('upstreams.etherscan.key')).toBe('from the file')
    expect(
      (await ask('/operator/v1/settings/databaseUrl', { method: 'PUT', body: { value: 'x' } }))
        .status,
    ).toBe(404)
    expect(await settings.get('upstreams.prices.key')).toBeUndefined()
  })

  test('behavior: how long events are kept is shown, checked and given back to the file', async () => {
    const path = '/operator/v1/settings/analytics.keepDays'
    const put = async (value: string) =>
      (await ask(path, { method: 'PUT', body: { value } })).status
    const shown = async () => {
      const { settings } = (await ask('/operator/v1/settings')).json as {
        settings: { path: string }[]
      }
      return settings.filter(({ path: one }) => one.startsWith('analytics.'))
    }
    const days = {
      path: 'analytics.keepDays',
      source: 'configuration',
      isSet: true,
      isUsed: true,
      changedAt: null,
    }
    const addresses = { ...days, path: 'analytics.keepAddresses', value: 'false' }
    expect(await shown()).toEqual([{ ...days, value: '90' }, addresses])
    for (const wrong of ['0', '3651', '9.5', '-1', 'all']) {
      expect([wrong, await put(wrong)]).toEqual([wrong, 400])
    }
    expect(await put('30')).toBe(204)
    expect(await shown()).toMatchObject([{ source: 'dashboard', value: '30' }, addresses])
    expect(await run.operator.settings.get('analytics.keepDays')).toBe('30')
    const clear = '/operator/v1/settings/analytics.keepAddresses'
    expect((await ask(clear, { method: 'PUT', body: { value: 'yes' } })).status).toBe(400)
    expect((await ask(path, { method: 'DELETE' })).status).toBe(204)
    expect(await shown()).toMatchObject([{ value: '90' }, addresses])
  })

  test('behavior: keys of who swaps and who sells are secrets too', async () => {
    for (const [path, of] of [
      ['swap.zeroEx.key', { zeroEx: 'from the file' }],
      ['onramp.coinbase.key', { coinbase: 'from the file' }],
    ] as const) {
      const { settings, ask: askIt } = makeOperator(run.database.db, { keys: of })
      expect(await settings.get(path)).toBe('from the file')
      expect(await run.operator.settings.get(path)).toBeUndefined()
      const body = { value: 'from-the-dashboard' }
      expect((await askIt(`/operator/v1/settings/${path}`, { method: 'PUT', body })).status).toBe(
        204,
      )
      expect(await settings.get(path)).toBe('from-the-dashboard')
      const { json } = await askIt('/operator/v1/settings')
      expect(JSON.stringify(json)).not.toMatch(/from.the.(file|dashboard)/)
      const listed = (json as { settings: { path: string }[] }).settings.find(
        (one) => one.path === path,
      )
      expect(listed).toMatchObject({ isSet: true, source: 'dashboard', isUsed: true })
      expect((await askIt(`/operator/v1/settings/${path}`, { method: 'DELETE' })).status).toBe(204)
      expect(await settings.get(path)).toBe('from the file')
    }
  })

  test('behavior: the live tail tells what is stored, and ends with the gateway', async () => {
    const heard: { listener?: TailListener; stopped: number } = { stopped: 0 }
    const ending = new AbortController()
    const operator = makeOperator(run.database.db, {
      signal: ending.signal,
      listen: (projectId, listener) => {
        if (projectId === 'demo') heard.listener = listener
        return () => {
          heard.stopped += 1
        }
      },
    })
    const { headers, body } = await operator.ask('/operator/v1/projects/demo/tail')
    expect(headers.get('content-type')).toContain('text/event-stream')
    const reader = (body as ReadableStream<BufferSource>)
      .pipeThrough(new TextDecoderStream())
      .getReader()
    expect((await reader.read()).value).toBe(': open\n\n')
    const event = {
      id: 'a',
      type: 'track',
      event: 'MODAL_OPEN',
      visit: null,
      accountHash: '0xab',
      address: null,
    } as const
    heard.listener?.([
      { ...event, at: new Date(5), domain: 'x', properties: { name: 'two\n\ndata: lines' } },
    ])
    const { value = '' } = await reader.read()
    expect(value.split('\n\n')).toHaveLength(2)
    expect(JSON.parse(value.replace(/^event: event\ndata: /, ''))).toEqual({
      id: 'a',
      at: 5,
      event: 'MODAL_OPEN',
      domain: 'x',
      visit: null,
      account: '0xab',
      properties: { name: 'two\n\ndata: lines' },
    })
    ending.abort()
    expect((await reader.read()).done).toBe(true)
    expect(heard.stopped).toBe(1)
  })
})
