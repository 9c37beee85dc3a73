import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose'
import { describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../store/open-database.ts'
import { openStore } from '../store/open-store.ts'
import { isAnswer } from './is-answer.ts'
import { openVaultApi } from './open-vault-api.ts'

const origin = 'https://vault.example'
const { device } = await openStore(await openDatabase('shop', { origin, indexedDB }))
const sha = async (value: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(value))).toString(
    'base64url',
  )

/** A gateway of one answer, and what it was asked. */
function answering(answer: () => Response | Promise<Response>) {
  const asked: { url: string; init: RequestInit }[] = []
  const fetch = async (url: unknown, init: RequestInit = {}) => {
    asked.push({ url: String(url), init })
    return answer()
  }
  return { asked, api: openVaultApi(device, { origin, fetch: fetch as typeof globalThis.fetch }) }
}
const json = (value: unknown, status = 200, headers = {}) =>
  new Response(JSON.stringify(value), { status, headers })
const account = {
  account: 'a1',
  identities: [{ kind: 'email', label: 'ada@shop.example' }],
  publics: null,
  split: null,
  newest: null,
  methods: [],
  devices: [],
}

describe('openVaultApi', () => {
  test('default: every call proves the device, of this call, body and token, as jose judges', async () => {
    const { api, asked } = answering(() => json({ split: 's1' }))
    const publics = { eip155: '', solana: '', bip122: '' }
    const body = { expects: null, publics, share: 'x', recovery: [], signature: 'x' }
    await api('POST /api/splits', body, { token: 'token' })
    const [{ url = '', init = {} } = {}] = asked
    const headers = init.headers as Record<string, string>
    const { payload, protectedHeader } = await jwtVerify(headers.dpop ?? '', EmbeddedJWK, {
      typ: 'dpop+jwt',
    })
    expect(payload).toMatchObject({
      htm: 'POST',
      htu: url,
      bh: await sha(JSON.stringify(body)),
      ath: await sha('token'),
    })
    expect([url, headers.authorization, init.credentials, init.redirect]).toEqual([
      'https://vault.example/api/splits',
      'DPoP token',
      'omit',
      'error',
    ])
    expect(await calculateJwkThumbprint(protectedHeader.jwk ?? {}, 'sha256')).toBe(device.id)
    expect(Object.keys(protectedHeader.jwk ?? {})).not.toContain('d')
  })

  test('behavior: without a session no token is proved; GET has no body', async () => {
    const { api, asked } = answering(() => json(account))
    await api('GET /api/account', undefined)
    const headers = asked[0]?.init.headers as Record<string, string>
    const { payload } = await jwtVerify(headers.dpop ?? '', EmbeddedJWK)
    expect([payload.ath, payload.bh, asked[0]?.init.body]).toEqual([
      undefined,
      await sha(''),
      undefined,
    ])
  })

  test.each([
    [429, 'code-limit', 'code-limit', '30'],
    [400, 'code-wrong', 'code-wrong', null],
    [401, 'nonsense', 'proof-needed', null],
    [403, 'device-revoked', 'device-revoked', null],
    [404, 'constructor', 'gateway-refused', null],
    [502, '', 'server-error', null],
  ])('behavior: %i with %s is %s', async (status, field, code, after) => {
    const body = { status: 'FAILED', reasons: [{ field, description: '<b>' }] }
    const { api } = answering(() => json(body, status, after ? { 'retry-after': after } : {}))
    const refused = await api('POST /api/session/refresh', {}).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code, context: after ? { retryAfter: 30 } : {} })
    expect(JSON.stringify(refused)).not.toContain('<b>')
  })

  test('behavior: a refusal without a reason is told by its status', async () => {
    const { api } = answering(() => json({ status: 'FAILED', reasons: [] }, 401))
    await expect(api('POST /api/session/refresh', {})).rejects.toMatchObject({
      code: 'proof-needed',
    })
  })

  test('behavior: no answer, a wrong one and too long a one are told apart', async () => {
    const call = (answer: () => Response) => answering(answer).api('POST /api/session/refresh', {})
    await expect(
      call(() => {
        throw new TypeError('offline')
      }),
    ).rejects.toMatchObject({ code: 'gateway-unreachable' })
    await expect(call(() => json({ token: 5 }))).rejects.toMatchObject({
      code: 'gateway-answer-invalid',
    })
    await expect(call(() => new Response('<html>'))).rejects.toMatchObject({
      code: 'gateway-answer-invalid',
    })
    const long = () => json({ token: 'abc', refreshIn: 1, expiresAt: 1, more: 'x'.repeat(600_000) })
    await expect(call(long)).rejects.toMatchObject({ code: 'gateway-answer-invalid' })
  })

  test('behavior: no answer within half a minute is told, by a timer that holds what it ends', async () => {
    const asked: AbortSignal[] = []
    const fetch = (_: unknown, { signal }: { signal: AbortSignal }) => {
      asked.push(signal)
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      )
    }
    const api = openVaultApi(device, { origin, fetch: fetch as unknown as typeof globalThis.fetch })
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      const told: unknown[] = []
      const { signal } = new AbortController()
      api('POST /api/session/refresh', {}, { signal }).catch((error) => told.push(error.code))
      // The proof is made outside of the faked clock.
      while (!asked.length) {
        await new Promise((resolve) => setImmediate(resolve))
      }
      await vi.advanceTimersByTimeAsync(29_999)
      expect(told).toEqual([])
      await vi.advanceTimersByTimeAsync(1)
      expect(told).toEqual(['gateway-timeout'])
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('isAnswer', () => {
  test('default', () => {
    expect(isAnswer('GET /api/account', account)).toBe(true)
    const point = `02${'ab'.repeat(32)}`
    const publics = { eip155: point, solana: '1'.repeat(32), bip122: point }
    expect(isAnswer('GET /api/account', { ...account, publics })).toBe(true)
    expect(
      isAnswer('GET /api/account', { ...account, publics: { ...publics, bip122: '02' } }),
    ).toBe(false)
    expect(isAnswer('GET /api/account', Object.create(account))).toBe(false)
  })

  test('behavior: a list is a list, not too long, of what it should hold', () => {
    const [identity] = account.identities
    for (const [identities, isRight] of [
      [[], true],
      [Array(100).fill(identity), true],
      [Array(101).fill(identity), false],
      [[identity, {}], false],
      ['', false],
      [{ length: 0 }, false],
      [null, false],
      [undefined, false],
    ] as const) {
      expect(isAnswer('GET /api/account', { ...account, identities })).toBe(isRight)
    }
  })

  test('behavior: anything is read or refused', () => {
    const calls = [
      'GET /api/account',
      'POST /api/logins/wait',
      'POST /api/email/verify',
      'POST /api/splits/recover',
    ] as const
    fc.assert(
      fc.property(
        fc.constantFrom(...calls),
        fc.oneof(fc.anything(), fc.jsonValue()),
        (call, value) => {
          expect(isAnswer(call, value)).toBeTypeOf('boolean')
        },
      ),
    )
  })
})
