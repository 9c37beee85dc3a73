import { afterEach, describe, expect, test, vi } from 'vitest'
import { adapter, session, wallet } from '../../test/fake-parts.ts'
import { challenge, fakeSignInServer } from '../../test/fake-sign-in.ts'
import { connect } from '../connect/connect.ts'
import type { KitStorage } from '../contract/kit-storage.ts'
import { createKit } from '../create-kit.ts'
import { learnFeatures } from '../features/learn-features.ts'
import type { KitOptions } from '../machine/kit.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'

const gateway = { url: ['https://gateway.example/', 'https://other.example'], project: 'shop' }
const signedIn = { accounts: ['alpha:1:a1'] }
const base = 'https://gateway.example/v1/sign-in/shop'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A gateway in memory that sends the given feature to kits, and remembers who is signed in. */
function startGateway(feature: object | undefined) {
  const calls: string[] = []
  const held = { session: null as object | null, isDown: false }
  const answers: Readonly<Record<string, () => unknown>> = {
    [`POST ${base}/challenge`]: () => ({ challenge }),
    [`POST ${base}/verify`]: () => {
      held.session = signedIn
      return { session: signedIn }
    },
    [`GET ${base}/session`]: () => ({ session: held.session }),
    [`POST ${base}/sign-out`]: () => {
      held.session = null
      return null
    },
  }
  const fetch = vi.fn(async (input: string | URL | Request, init: RequestInit = {}) => {
    const url = String(input)
    // Kits of other test files run in the same process; their requests get status 404.
    if (!url.startsWith('https://gateway.example/')) return new Response(null, { status: 404 })
    if (url.includes('/appkit/v1/config')) {
      calls.push('config')
      return Response.json({ features: feature ? [{ id: 'sign_in', ...feature }] : [] })
    }
    const call = `${init.method ?? 'GET'} ${url}`
    calls.push(call.replace(`${base}/`, ''))
    expect(init.credentials).toBe('include')
    if (held.isDown)
      return Response.json(
        { status: 'FAILED', reasons: [{ field: 'origin', description: 'Not from here' }] },
        { status: 403 },
      )
    const answer = answers[call]?.()
    return answer === null ? new Response(null, { status: 204 }) : Response.json(answer)
  })
  vi.stubGlobal('fetch', fetch)
  return { calls, held }
}

function makeKit(more: Partial<KitOptions> = {}) {
  const w = wallet('w', ['alpha'], { features: { signMessage: async () => ({ signature: 's' }) } })
  w.answer = async () => ({ sessions: [session('alpha', ['a1'])] })
  const kit = createKit({ adapters: [adapter('alpha', [w])], storage: null, gateway, ...more })
  kit.subscribe(() => undefined)
  return { kit, status: () => kit.getState().signIn.status }
}
const left = { isEnabled: true, config: null }
const on = { isEnabled: true, config: [] }
const off = { isEnabled: false, config: [] }

describe('the sign-in of the kit’s gateway', () => {
  test('default: without a provider the gateway is the server, always its first host', async () => {
    const { calls } = startGateway(left)
    const { kit, status } = makeKit({ signIn: {} })
    await connect(kit, { connector: 'w', signIn: true })
    expect([status(), kit.getState().signIn]).toMatchObject(['signed-in', { session: signedIn }])
    expect([...calls].sort()).toEqual([
      'GET session',
      'POST challenge',
      'POST challenge',
      'POST verify',
    ])
    await signOut(kit)
    expect([status(), calls.at(-1)]).toEqual(['signed-out', 'POST sign-out'])
  })

  test.each([
    ['the operator has switched it off', off, false],
    ['the gateway does not answer', left, true],
  ])('behavior: nobody is asked where %s', async (_, feature, isDown) => {
    const { calls, held } = startGateway(feature)
    held.isDown = isDown
    const { kit, status } = makeKit({ signIn: {} })
    await learnFeatures(kit)
    await connect(kit, { connector: 'w', signIn: 'one-prompt' })
    expect(status()).toBe('signed-out')
    expect(calls).not.toContain('POST verify')
  })

  test('behavior: a page that says nothing asks where the operator has switched it on', async () => {
    const { calls } = startGateway(on)
    const { kit, status } = makeKit()
    await connect(kit, { connector: 'w' })
    expect([status(), calls]).toEqual(['signed-out', []])
    await learnFeatures(kit)
    await vi.waitUntil(() => status() === 'asking')
    expect(calls).toEqual(['config', 'GET session'])
    await signIn(kit)
    expect(status()).toBe('signed-in')
  })

  test('behavior: once it is known, who connects is asked at once', async () => {
    startGateway(on)
    const { kit, status } = makeKit()
    await learnFeatures(kit)
    expect(status()).toBe('signed-out')
    await connect(kit, { connector: 'w' })
    expect(status()).toBe('asking')
  })

  test.each([
    ['the operator leaves it to the page', left],
    ['the operator has switched it off', off],
    ['the gateway does not know it', undefined],
  ])('behavior: a page that says nothing asks nobody when %s', async (_, feature) => {
    const { calls } = startGateway(feature)
    const { kit, status } = makeKit()
    await learnFeatures(kit)
    await connect(kit, { connector: 'w' })
    expect([status(), calls]).toEqual(['signed-out', ['config']])
  })

  test('behavior: features.signIn of the page, where the operator leaves it to the page', async () => {
    startGateway(left)
    const { kit, status } = makeKit({ features: { signIn: true } })
    await connect(kit, { connector: 'w' })
    expect(status()).toBe('asking')
  })

  test('behavior: a server of the owner’s own is asked, and no gateway', async () => {
    const { calls } = startGateway(off)
    const provider = fakeSignInServer()
    const { kit, status } = makeKit({ signIn: { provider } })
    await connect(kit, { connector: 'w', signIn: true })
    expect([status(), calls]).toEqual(['signed-in', []])
  })

  test('behavior: a reload finds the session of a page that says nothing', async () => {
    const entries = new Map<string, string>()
    const storage: KitStorage = {
      getItem: (key) => entries.get(key) ?? null,
      setItem: (key, value) => void entries.set(key, value),
      removeItem: (key) => void entries.delete(key),
    }
    const { calls } = startGateway(on)
    const { kit } = makeKit({ storage })
    await learnFeatures(kit)
    await connect(kit, { connector: 'w' })
    await signIn(kit)
    await vi.waitUntil(() => entries.has('latchkey.default.v1.connections'))
    calls.length = 0
    const again = makeKit({ storage })
    await vi.waitUntil(() => again.status() === 'signed-in')
    expect(calls).toEqual(['GET session'])
  })

  test('error: what the gateway refuses is told in its words', async () => {
    const { held } = startGateway(left)
    const { kit } = makeKit({ signIn: {} })
    await connect(kit, { connector: 'w' })
    held.isDown = true
    await expect(signIn(kit)).rejects.toMatchObject({
      code: 'authentication-failed',
      cause: { context: { reason: 'challenge: 403: origin: Not from here' } },
    })
  })

  test('error: neither a provider nor a gateway', async () => {
    const { kit } = makeKit({ signIn: {}, gateway: undefined } as never)
    await connect(kit, { connector: 'w' })
    await expect(signIn(kit)).rejects.toMatchObject({ code: 'config-invalid' })
  })
})
