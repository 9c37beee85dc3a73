import 'fake-indexeddb/auto'
import { HDNodeWallet } from 'ethers'
import { describe, expect, test, vi } from 'vitest'
import { base64url, fromBase64url, randomId } from '../../base64url.ts'
import { cipherSuite, openSecret, sealSecret } from '../../seal.ts'
import { openTestFrame, signedUp, site, vaultOrigin } from '../../test/open-test-frame.ts'
import { standInGateway } from '../../test/stand-in-gateway.ts'
import { ask, to, windowOf, withNode, withRecovery } from '../../test/vault-windows.ts'

// Keys are derived again and again here, without a browser's speed.
vi.setConfig({ testTimeout: 20_000 })

describe('openWindows', () => {
  test('default: a window has only the calls of its kind made', async () => {
    const frame = await signedUp()
    const id = randomId(32)
    await frame.call('window', { window: 'devices', id })
    const opened = frame.openWindow(id)
    opened.greet()
    expect(await opened.hear('latchkey-frame-ready')).toMatchObject({
      window: 'devices',
      label: 'ada@shop.example',
      site,
    })
    opened.say({ type: 'latchkey-window-ask', ask: 1, call: 'POST /api/account/delete', body: {} })
    expect(await opened.hear('latchkey-frame-answer')).toMatchObject({
      ask: 1,
      code: 'request-not-allowed',
    })
    opened.say({ type: 'latchkey-window-ask', ask: 2, call: 'GET /api/account' })
    await vi.waitFor(() =>
      expect(opened.told.at(-1)).toMatchObject({ ask: 2, answer: { account: 'a1' } }),
    )
    opened.say({ type: 'latchkey-window-export', sealTo: 'A'.repeat(87) })
    opened.say({ type: 'latchkey-window-recovery', recovery: {} })
    expect(frame.workers.ended).toEqual(['create'])
    frame.stop()
  })

  test('behavior: an export to anything but a key is refused', async () => {
    const frame = await signedUp()
    const id = randomId(32)
    await frame.call('window', { window: 'export', id })
    const opened = frame.openWindow(id)
    opened.greet()
    await opened.hear('latchkey-frame-ready')
    opened.say({ type: 'latchkey-window-export', sealTo: 'A'.repeat(86) })
    expect(await opened.hear('latchkey-frame-done')).toMatchObject({
      isRefused: true,
      code: 'vault-refused',
    })
    expect(frame.workers.ended).toEqual(['create'])
    frame.stop()
  })

  test('behavior: recovery follows only an approval that waits for it', async () => {
    const frame = await signedUp()
    const next = { type: 'latchkey-window-next', next: randomId(32) }
    const id = randomId(32)
    await frame.call('window', { window: 'approve', id })
    const early = frame.openWindow(id)
    early.greet()
    expect(await early.hear('latchkey-frame-done')).toMatchObject({ code: 'request-not-allowed' })
    early.say(next)
    const signing = ask(frame, 'personal_sign', ['Hello', frame.evm])
    const refused = expect(signing).rejects.toMatchObject({ code: 'user-rejected' })
    const opened = await windowOf(frame)
    // It is not barred, and then it is over.
    opened.say(next)
    opened.decide(false)
    await refused
    const toldBefore = opened.told.length
    opened.say(next)
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect([early.told.length, opened.told.length]).toEqual([1, toldBefore])
    const follower = frame.openWindow(next.next)
    follower.greet()
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(follower.told).toEqual([])
    frame.stop()
  })

  test('behavior: a request that waits for recovery ends, and its window goes on', async () => {
    const frame = await signedUp()
    withNode(frame)
    const value = '0x38d7ea4c68001'
    const sending = ask(frame, 'eth_sendTransaction', [{ from: frame.evm, to, value }])
    const refused = expect(sending).rejects.toMatchObject({ code: 'recovery-needed' })
    const opened = await windowOf(frame)
    expect(opened.shown.barred).toBe('recovery-needed')
    opened.say({ type: 'latchkey-window-next', next: 'short' })
    const short = frame.openWindow('short')
    short.greet()
    const next = randomId(32)
    opened.say({ type: 'latchkey-window-next', next })
    await refused
    const follower = frame.openWindow(next)
    follower.greet()
    expect(await follower.hear('latchkey-frame-ready')).toMatchObject({ window: 'recovery' })
    expect(short.told).toEqual([])
    frame.stop()
  })

  test('behavior: a window is awaited through the gateway until it reaches the frame itself', async () => {
    const gateway = standInGateway()
    const id = randomId(32)
    const waiting: AbortSignal[] = []
    const fetch: typeof gateway.fetch = (url, init) => {
      if (!String(url).includes('/api/relay/')) return gateway.fetch(url, init)
      const signal = init?.signal ?? new AbortController().signal
      if (String(init?.body).includes(id)) waiting.push(signal)
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      )
    }
    const frame = await signedUp({ gateway: { ...gateway, fetch } })
    ask(frame, 'personal_sign', ['Hello', frame.evm]).catch(() => {})
    await frame.heard((one) => one.event === 'approval')
    await frame.call('window', { window: 'approve', id })
    await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(0))
    const opened = frame.openWindow(id)
    const isAwaited = () => waiting.some(({ aborted }) => !aborted)
    // Before its greeting, and by somebody else.
    opened.say({ type: 'latchkey-window-alive' })
    opened.say({ type: 'latchkey-window-alive' }, vaultOrigin, {})
    frame.openWindow(randomId(32)).say({ type: 'latchkey-window-alive' })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(isAwaited()).toBe(true)
    opened.greet()
    await opened.hear('latchkey-frame-approval')
    expect(isAwaited()).toBe(false)
    frame.stop()
  })

  test('behavior: export is sealed to the window, deletion leaves nothing', async () => {
    const frame = await signedUp()
    const pair = await cipherSuite().kem.generateKeyPair()
    const sealTo = base64url(
      new Uint8Array(await cipherSuite().kem.serializePublicKey(pair.publicKey)),
    )
    const id = randomId(32)
    await frame.call('window', { window: 'export', id })
    const opened = frame.openWindow(id)
    opened.greet()
    await opened.hear('latchkey-frame-ready')
    opened.say({ type: 'latchkey-window-export', sealTo })
    const { sealed } = (await opened.hear('latchkey-frame-export')) as never as { sealed: string }
    const plain = await openSecret('export', pair, fromBase64url(sealed))
    expect(JSON.parse(new TextDecoder().decode(plain)).words.split(' ')).toHaveLength(24)
    const gone = randomId(32)
    await frame.call('window', { window: 'delete', id: gone })
    const last = frame.openWindow(gone)
    last.greet()
    await last.hear('latchkey-frame-ready')
    last.say({ type: 'latchkey-window-ask', ask: 1, call: 'POST /api/account/delete', body: {} })
    await last.hear('latchkey-frame-answer')
    expect(await frame.heard((one) => one.event === 'session')).toEqual({
      event: 'session',
      session: null,
    })
    frame.stop()
  })

  test('behavior: without a sign-in, export is the way out: the device alone is proved, and gets no sign-in share', async () => {
    const frame = await signedUp()
    const { pair } = await withRecovery(frame)
    await frame.call('logout', { everywhere: false })
    // What needs no secret of the visitor is not taken, whatever a gateway says.
    const [kept] = [...frame.gateway.held.shares.values()].slice(-1)
    Object.assign(kept ?? {}, {
      recovery: [{ id: 'o', kind: 'operator', sealed: 'AAAA' }, ...(kept?.recovery ?? [])],
    })
    const before = frame.gateway.held.asked.length
    const leave = async (window: string) => {
      const id = randomId(32)
      await frame.call('window', { window, id })
      const opened = frame.openWindow(id)
      opened.greet()
      const ready = await opened.hear('latchkey-frame-ready')
      expect(ready).toMatchObject({ window: 'way-out', label: frame.evm, site })
      opened.say({ type: 'latchkey-window-ask', ask: 1, call: 'GET /api/account' })
      expect(await opened.hear('latchkey-frame-answer')).toMatchObject({
        ask: 1,
        code: 'request-not-allowed',
      })
      return opened
    }
    await leave('export')
    const opened = await leave('way-out')
    expect(frame.gateway.held.asked.slice(before)).toEqual([])
    opened.say({
      type: 'latchkey-window-ask',
      ask: 2,
      call: 'POST /api/recovery/pepper',
      body: { method: 'abcd', hash: 'h' },
    })
    await vi.waitFor(() =>
      expect(opened.told.at(-1)).toMatchObject({ ask: 2, answer: { key: 'A'.repeat(43) } }),
    )
    const own = await cipherSuite().kem.generateKeyPair()
    const sealTo = base64url(
      new Uint8Array(await cipherSuite().kem.serializePublicKey(own.publicKey)),
    )
    opened.say({ type: 'latchkey-window-export', sealTo })
    const shown = (await opened.hear('latchkey-frame-recover')) as never as {
      sealTo: string
      methods: { kind: string; sealed: string }[]
    }
    expect(shown.methods.map(({ kind }) => kind)).toEqual(['password'])
    const share = await openSecret('recovery', pair, fromBase64url(shown.methods[0]?.sealed ?? ''))
    const sealed = base64url(await sealSecret('recovery', fromBase64url(shown.sealTo), share))
    opened.say({ type: 'latchkey-window-recovered', sealed })
    const answer = (await opened.hear('latchkey-frame-export')) as never as { sealed: string }
    const { words } = JSON.parse(
      new TextDecoder().decode(await openSecret('export', own, fromBase64url(answer.sealed))),
    )
    expect(HDNodeWallet.fromPhrase(words).address).toBe(frame.evm)
    const asked = frame.gateway.held.asked.slice(before)
    expect(asked.map(({ call, authorization }) => [call, authorization])).toEqual([
      ['POST /api/way-out/pepper', null],
      ['POST /api/way-out', null],
    ])
    expect(frame.workers.ended.at(-1)).toBe('export')
    frame.stop()
  })

  test('behavior: a device without a share has no way out', async () => {
    const frame = await signedUp()
    const id = randomId(32)
    await frame.call('window', { window: 'way-out', id })
    frame.gateway.held.refusals.set('POST /api/way-out', { status: 403, field: 'device-revoked' })
    const opened = frame.openWindow(id)
    opened.greet()
    await opened.hear('latchkey-frame-ready')
    opened.say({ type: 'latchkey-window-export', sealTo: 'A'.repeat(87) })
    expect(await opened.hear('latchkey-frame-done')).toMatchObject({
      isRefused: true,
      code: 'device-revoked',
    })
    const gone = openTestFrame()
    gone.greet()
    const other = randomId(32)
    await gone.call('window', { window: 'way-out', id: other })
    const empty = gone.openWindow(other)
    empty.greet()
    expect(await empty.hear('latchkey-frame-done')).toMatchObject({
      isRefused: true,
      code: 'wallet-unopenable',
    })
    expect(gone.workers.ended).toEqual([])
    frame.stop()
    gone.stop()
  })

  test('behavior: a recovery key slipped into the database is sealed nothing', async () => {
    const frame = await signedUp()
    await withRecovery(frame)
    const slipped = await cipherSuite().kem.generateKeyPair()
    const publicKey = base64url(
      new Uint8Array(await cipherSuite().kem.serializePublicKey(slipped.publicKey)),
    )
    const methods = frame.gateway.held.account?.methods ?? []
    const [own] = methods
    frame.gateway.change({ methods: [...methods, { ...own, id: 'evil', publicKey } as never] })
    await withRecovery(frame)
    const { recovery } =
      frame.gateway.held.asked.findLast(({ call }) => call === 'POST /api/splits')?.body ?? {}
    expect((recovery as { publicKey: string }[]).map((one) => one.publicKey === publicKey)).toEqual(
      [false, false],
    )
    frame.stop()
  })

  test('behavior: a way to recover is removed by a new split, which the wallet signs', async () => {
    const frame = await signedUp()
    await withRecovery(frame)
    await withRecovery(frame)
    const [first, second] = frame.gateway.held.account?.methods ?? []
    const id = randomId(32)
    await frame.call('window', { window: 'recovery', id })
    const opened = frame.openWindow(id)
    opened.greet()
    await opened.hear('latchkey-frame-ready')
    opened.say({
      type: 'latchkey-window-ask',
      ask: 1,
      call: 'remove-recovery',
      body: { method: first?.id },
    })
    expect(await opened.hear('latchkey-frame-answer')).toMatchObject({ ask: 1, answer: {} })
    expect(frame.gateway.held.account?.methods).toMatchObject([
      { id: second?.id, vouch: second?.vouch },
    ])
    expect(frame.workers.ended).toEqual(['create', 'split', 'split', 'split'])
    frame.stop()
  })
})
