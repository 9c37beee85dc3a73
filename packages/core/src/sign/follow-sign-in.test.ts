import { afterEach, describe, expect, test, vi } from 'vitest'
import { adapter, deferred, raw, session, storage, wallet } from '../../test/fake-parts.ts'
import { type FakeSignInServer, fakeSignInServer } from '../../test/fake-sign-in.ts'
import { switchAccount } from '../account/switch-account.ts'
import { connect } from '../connect/connect.ts'
import { disconnect } from '../connect/disconnect.ts'
import type { Proof } from '../contract/session.ts'
import { createKit } from '../create-kit.ts'
import type { KitEvent } from '../machine/event.ts'
import { getAccount } from '../machine/get-account.ts'
import type { SignInOptions } from '../machine/kit.ts'
import { getSignInSession } from './get-sign-in-session.ts'
import { signIn } from './sign-in.ts'

afterEach(() => vi.useRealTimers())

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

function load(
  options: Partial<SignInOptions> = {},
  {
    server = fakeSignInServer(),
    store = storage(),
  }: { readonly server?: FakeSignInServer; readonly store?: ReturnType<typeof storage> } = {},
) {
  const sign = vi.fn(async () => ({ signature: 's' }))
  const w = wallet('w', ['alpha'], { features: { signMessage: sign } })
  w.answer = async () => ({ sessions: [session('alpha', ['a1', 'a2'])] })
  const other = wallet('v', ['alpha'], { features: { signMessage: sign } })
  other.answer = async () => ({ sessions: [session('alpha', ['a7'])] })
  const far = wallet('f', ['beta'], { features: { signMessage: sign } })
  const kit = createKit({
    adapters: [adapter('alpha', [w, other]), adapter('beta', [far])],
    storage: store,
    signIn: { provider: server, ...options },
  })
  const events: KitEvent[] = []
  kit.watch((event) => void (event.type.startsWith('sign') && events.push(event)))
  return {
    kit,
    w,
    server,
    store,
    sign,
    events,
    start: () => kit.subscribe(() => undefined),
    status: () => kit.getState().signIn.status,
  }
}
async function signedIn(
  options: Partial<SignInOptions> = {},
  more: Parameters<typeof load>[1] = {},
) {
  const page = load(options, more)
  page.start()
  await connect(page.kit, { connector: 'w' })
  await signIn(page.kit)
  return page
}
const changed = (accounts: string[], reference = '1') =>
  ({
    type: 'session',
    session: session('alpha', accounts, reference),
    reason: reference === '1' ? 'accounts' : 'chain',
  }) as const

describe('the binding of session and connection', () => {
  test('default: another account is signed out, on the server too, and an event says why', async () => {
    const { kit, w, server, events, status } = await signedIn()
    w.emit(changed(['a2', 'a1']))
    expect(status()).toBe('signed-out')
    expect(events.at(-1)).toEqual({
      type: 'signed-out',
      account: 'alpha:1:a1',
      reason: 'account-changed',
    })
    await settled()
    expect([server.present, getAccount(kit).address]).toEqual([null, 'a2'])
  })

  test('behavior: an account that the page selects is another one as well', async () => {
    const { kit, events } = await signedIn()
    await switchAccount(kit, { account: 'alpha:1:a2' })
    expect(events.at(-1)).toMatchObject({ reason: 'account-changed' })
  })

  test('behavior: an account that the session names too may be shown', async () => {
    const page = load(
      {},
      { server: fakeSignInServer(null, { accounts: ['alpha:1:a1', 'alpha:1:a2'] }) },
    )
    page.start()
    await connect(page.kit, { connector: 'w' })
    await signIn(page.kit)
    await switchAccount(page.kit, { account: 'alpha:1:a2' })
    expect(page.status()).toBe('signed-in')
  })

  test('parameters: onAccountChange', async () => {
    const { w, kit, sign } = await signedIn({ onAccountChange: 'ask' })
    w.emit(changed(['a2', 'a1']))
    expect(kit.getState().signIn).toEqual({
      status: 'asking',
      account: 'alpha:1:a2',
      isInWallet: false,
    })
    // The page or the dialog has to ask, so no wallet prompts by itself.
    await settled()
    expect(sign).toHaveBeenCalledTimes(1)
  })

  test('parameters: onChainChange', async () => {
    const plain = await signedIn()
    plain.w.emit(changed(['a1'], '2'))
    expect(plain.status()).toBe('signed-in')
    const strict = await signedIn({ onChainChange: 'ask' })
    strict.w.emit(changed(['a1'], '2'))
    expect(strict.kit.getState().signIn).toEqual({
      status: 'asking',
      account: 'alpha:2:a1',
      isInWallet: false,
    })
    expect(strict.events.at(-2)).toMatchObject({ type: 'signed-out', reason: 'chain-changed' })
  })

  test('parameters: signOutOnDisconnect', async () => {
    const page = await signedIn()
    await disconnect(page.kit)
    expect(page.events.at(-1)).toMatchObject({ type: 'signed-out', reason: 'disconnected' })
    expect(page.server.present).toBeNull()
    const kept = await signedIn({ signOutOnDisconnect: false })
    await disconnect(kept.kit)
    expect([kept.status(), kept.server.present]).toEqual([
      'signed-in',
      { accounts: ['alpha:1:a1'] },
    ])
    // Connecting the account that is signed in asks nothing; connecting another account asks for a
    // sign-in.
    await connect(kept.kit, { connector: 'w', signIn: 'one-prompt' })
    expect(kept.sign).toHaveBeenCalledTimes(1)
    await disconnect(kept.kit)
    await connect(kept.kit, { connector: 'v', signIn: 'one-prompt' })
    expect(kept.kit.getState().signIn).toEqual({
      status: 'asking',
      account: 'alpha:1:a7',
      isInWallet: false,
    })
  })

  test('behavior: a server that cannot be told fails the disconnect, not the page', async () => {
    const { kit, server, status } = await signedIn()
    server.answers.signOut = new Error('down')
    await expect(disconnect(kit)).rejects.toMatchObject({ code: 'disconnect-failed' })
    expect([status(), getAccount(kit).status]).toEqual(['signed-out', 'disconnected'])
  })

  test('behavior: a wallet that ends the session signs out, one that is locked does not', async () => {
    const ended = await signedIn()
    ended.w.emit({ type: 'end' })
    expect(ended.events.at(-1)).toMatchObject({ reason: 'disconnected' })
    const locked = await signedIn()
    locked.w.emit({ type: 'end', isLocked: true })
    expect(locked.status()).toBe('signed-in')
    await settled()
    expect(locked.server.calls).not.toContain('signOut')
  })

  test('behavior: a locked wallet that withdraws its permission signs out after all', async () => {
    const { kit, w, server, events } = await signedIn()
    w.emit({ type: 'end', isLocked: true })
    await settled()
    w.emit({ type: 'end' })
    await vi.waitFor(() => expect(events.at(-1)).toMatchObject({ reason: 'disconnected' }))
    expect(server.present).toBeNull()
    await connect(kit, { connector: 'w', signIn: 'one-prompt' })
    expect(kit.getState().signIn.status).toBe('asking')
  })

  test('behavior: a visitor who disconnects a locked wallet signs out as well', async () => {
    const { kit, w, events } = await signedIn()
    w.emit({ type: 'end', isLocked: true })
    await settled()
    await disconnect(kit)
    expect(events.at(-1)).toMatchObject({ type: 'signed-out', reason: 'disconnected' })
  })

  test('behavior: a wallet of another family changes nothing', async () => {
    const { kit, status } = await signedIn()
    await connect(kit, { connector: 'f', signIn: 'one-prompt' })
    await disconnect(kit, { connector: 'f' })
    expect(status()).toBe('signed-in')
  })

  test('behavior: a wallet that replaces the first is another account', async () => {
    const { kit, events, server } = await signedIn()
    await connect(kit, { connector: 'v' })
    expect(events.at(-1)).toMatchObject({ reason: 'account-changed' })
    await settled()
    expect(server.present).toBeNull()
  })

  test('behavior: a session ends at its time, without a call', async () => {
    vi.useFakeTimers()
    const expiresAt = new Date(Date.now() + 40 * 86_400_000).toISOString()
    const page = load({}, { server: fakeSignInServer(null, { expiresAt }), store: storage() })
    page.start()
    await connect(page.kit, { connector: 'w' })
    await signIn(page.kit)
    await vi.advanceTimersByTimeAsync(39 * 86_400_000)
    expect(page.status()).toBe('signed-in')
    await vi.advanceTimersByTimeAsync(86_400_000)
    expect(page.events.at(-1)).toMatchObject({ type: 'signed-out', reason: 'expired' })
    expect(page.server.calls).not.toContain('signOut')
  })

  test('behavior: whoever is being asked is asked with the account that the wallet shows', async () => {
    const page = load()
    page.start()
    await connect(page.kit, { connector: 'w', signIn: 'one-prompt' })
    expect(page.kit.getState().signIn).toEqual({
      status: 'asking',
      account: 'alpha:1:a1',
      isInWallet: false,
    })
    page.w.emit(changed(['a2']))
    expect(page.kit.getState().signIn).toEqual({
      status: 'asking',
      account: 'alpha:1:a2',
      isInWallet: false,
    })
    page.w.emit({ type: 'end' })
    expect(page.status()).toBe('signed-out')
  })
})

describe('a reload', () => {
  test('default: the server is asked once, the visitor never', async () => {
    const first = await signedIn()
    const again = load({}, { server: first.server, store: first.store })
    again.server.calls.length = 0
    again.start()
    await vi.waitFor(() => expect(again.status()).toBe('signed-in'))
    await vi.waitFor(() => expect(getAccount(again.kit).status).toBe('connected'))
    await settled()
    expect([again.server.calls, again.sign.mock.calls]).toEqual([['session'], []])
    expect(again.events.at(-1)).toMatchObject({ type: 'signed-in', isResumed: true })
  })

  test.each<readonly [string, Partial<SignInOptions>]>([
    ['', {}],
    [', where a sign-in is required', { required: true, onAccountChange: 'ask' }],
  ])('behavior: a session that is over is not asked for again%s', async (_, options) => {
    const first = await signedIn()
    first.server.present = null
    const again = load(options, { server: first.server, store: first.store })
    again.start()
    await vi.waitFor(() => expect(getAccount(again.kit).status).toBe('connected'))
    await settled()
    expect([again.status(), again.sign.mock.calls]).toEqual(['signed-out', []])
  })

  test('behavior: a wallet that comes back with another account is signed out', async () => {
    const first = await signedIn()
    const again = load({}, { server: first.server, store: first.store })
    again.w.answer = async () => ({ sessions: [session('alpha', ['a2'])] })
    again.start()
    await vi.waitFor(() => expect(getAccount(again.kit).address).toBe('a2'))
    await vi.waitFor(() => expect(again.server.present).toBeNull())
    expect(again.status()).toBe('signed-out')
  })

  test('behavior: a server that does not answer signs nobody out', async () => {
    const first = await signedIn()
    const again = load({}, { server: first.server, store: first.store })
    again.server.answers.session = new Error('down')
    again.start()
    await vi.waitFor(() => expect(again.server.calls.at(-1)).toBe('session'))
    await settled()
    expect([again.status(), again.server.present]).toEqual([
      'signed-out',
      { accounts: ['alpha:1:a1'] },
    ])
    delete again.server.answers.session
    expect(await getSignInSession(again.kit)).toEqual({ accounts: ['alpha:1:a1'] })
    expect(again.status()).toBe('signed-in')
  })

  test('behavior: a first visit asks nobody and loads nothing', async () => {
    const { start, server, events } = load()
    start()
    await settled()
    expect([server.calls, events]).toEqual([[], []])
  })
})

describe('other tabs', () => {
  test('default: what another tab wrote is a reason to ask the server, and no more', async () => {
    const listeners = new Map<string, (event: { readonly key: string }) => void>()
    vi.stubGlobal('addEventListener', (type: string, listener: never) =>
      listeners.set(type, listener),
    )
    try {
      const first = await signedIn()
      const tell = () => listeners.get('storage')?.({ key: 'latchkey.default.v1.sign-in' })
      expect(first.store.entries.has('latchkey.default.v1.sign-in')).toBe(true)
      tell()
      await settled()
      expect(first.status()).toBe('signed-in')
      first.server.present = null
      tell()
      await settled()
      expect(first.events.at(-1)).toMatchObject({ type: 'signed-out', reason: 'elsewhere' })
      first.server.present = { accounts: ['alpha:1:a1'] }
      tell()
      await settled()
      expect(first.events.at(-1)).toMatchObject({ type: 'signed-in', isResumed: true })
    } finally {
      vi.unstubAllGlobals()
    }
  })
})

describe('connect', () => {
  const proof: Proof = { account: 'alpha:1:a1', message: 'abcdefgh1', signature: 's' }

  test('parameters: one-prompt, with a wallet that signs in while connecting', async () => {
    const { kit, w, server, start, sign } = load()
    w.answer = async () => ({ sessions: [session('alpha')], proofs: [proof] })
    start()
    await connect(kit, { connector: 'w', signIn: 'one-prompt' })
    expect([server.proofs, server.asked, sign.mock.calls]).toEqual([[proof], [undefined], []])
    expect(kit.getState().signIn.status).toBe('signed-in')
  })

  test('behavior: one-prompt: a proof that the server refuses leads to a question', async () => {
    const { kit, w, server, start } = load()
    w.answer = async () => ({ sessions: [session('alpha')], proofs: [proof] })
    server.answers.verify = new Error('no')
    start()
    await connect(kit, { connector: 'w', signIn: 'one-prompt' })
    expect(kit.getState().signIn).toEqual({
      status: 'asking',
      account: 'alpha:1:a1',
      isInWallet: false,
    })
  })

  test('behavior: one-prompt: a server that writes whole texts, or none, keeps nobody from connecting', async () => {
    for (const answer of [{ message: 'x' }, new Error('down')]) {
      const { kit, w, server, start } = load()
      server.answers.challenge = answer
      start()
      await connect(kit, { connector: 'w', signIn: 'one-prompt' })
      expect([w.asked[0]?.signIn, kit.getState().signIn.status]).toEqual([undefined, 'asking'])
    }
  })

  test('behavior: one-prompt: the vault asks by itself, and who declines is asked by the view', async () => {
    const { kit, w, start, sign } = load()
    Object.assign(w, { auth: {} })
    start()
    sign.mockRejectedValueOnce(raw('user-rejected'))
    await connect(kit, { connector: 'w', signIn: 'one-prompt' })
    expect(kit.getState().signIn).toEqual({
      status: 'asking',
      account: 'alpha:1:a1',
      isInWallet: false,
    })
    await disconnect(kit)
    await connect(kit, { connector: 'w', signIn: 'one-prompt' })
    expect([w.asked.at(-1)?.signIn, kit.getState().signIn.status]).toEqual([undefined, 'signed-in'])
  })

  test('parameters: required, with the second prompt refused: disconnected', async () => {
    for (const [required, status] of [
      [true, 'disconnected'],
      [false, 'connected'],
    ] as const) {
      const { kit, start, sign } = load({ required })
      start()
      sign.mockRejectedValueOnce(raw('user-rejected'))
      await expect(connect(kit, { connector: 'w', signIn: true })).rejects.toMatchObject({
        code: 'connection-rejected',
      })
      expect([getAccount(kit).status, kit.getState().signIn.status]).toEqual([status, 'signed-out'])
    }
  })

  test('behavior: who is signed in already is asked nothing', async () => {
    const server = fakeSignInServer({ accounts: ['alpha:2:a1'] })
    const { kit, start, sign } = load({}, { server })
    start()
    await connect(kit, { connector: 'w', signIn: true })
    expect([sign.mock.calls, kit.getState().signIn.status]).toEqual([[], 'signed-in'])
  })

  test('behavior: a session that somebody else left is ended, and the account is asked', async () => {
    const server = fakeSignInServer({ accounts: ['alpha:1:a9'] })
    const { kit, start } = load({}, { server })
    start()
    await connect(kit, { connector: 'w', signIn: true })
    expect(server.calls).toContain('signOut')
    expect(kit.getState().signIn).toMatchObject({ session: { accounts: ['alpha:1:a1'] } })
  })

  test('behavior: a slow sign-out never ends the session that comes after it', async () => {
    const slow = deferred<undefined>()
    const { kit, w, server } = await signedIn()
    server.signOut = () => slow.promise as Promise<never>
    w.emit(changed(['a2']))
    const asked = signIn(kit)
    await settled()
    expect(server.asked).toHaveLength(1)
    slow.resolve(undefined)
    await asked
    expect(kit.getState().signIn).toMatchObject({ session: { accounts: ['alpha:1:a2'] } })
  })
})
