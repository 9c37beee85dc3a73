import 'fake-indexeddb/auto'
import { Transaction as EthersTransaction, verifyMessage } from 'ethers'
import { describe, expect, test, vi } from 'vitest'
import { base64url, fromBase64url, randomId } from '../base64url.ts'
import { payloadHash, type ShownRequest } from '../payload-hash.ts'
import { open, seal, suite } from '../seal.ts'
import { chains, openTestFrame, signedUp, site } from '../test/open-test-frame.ts'

// Keys are derived again and again here, without a browser's speed.
vi.setConfig({ testTimeout: 20_000 })

const [chain = 'eip155:1'] = chains
const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
type Frame = Awaited<ReturnType<typeof signedUp>>
const ask = (frame: Frame, method: string, params: unknown, on = chain) =>
  frame.call('request', { chain: on, method, params })
const approvalOf = (frame: Frame, from = 0) =>
  frame.heard((one) => one.event === 'approval' && one.approval !== null, from)

/** Opens the window of the approval that stands, as the page and the visitor would. */
async function windowOf(frame: Frame, from = 0) {
  await approvalOf(frame, from)
  const id = randomId(32)
  await frame.call('window', { window: 'approve', id })
  const opened = frame.openWindow(id)
  opened.greet()
  const shown = (await opened.hear('latchkey-frame-approval')) as unknown as {
    request: ShownRequest
    payload: string
    site: string
    barred?: string
  }
  const decide = (approved: boolean, payload = shown.payload, ...more: [string?, object?]) =>
    opened.say({ type: 'latchkey-window-decided', approved, payload }, ...more)
  return { ...opened, id, shown, decide }
}

/** Answers of a devnet to what a transaction leaves open. */
function withNode(frame: Frame): void {
  for (const [method, answer] of Object.entries({
    ...{ eth_getTransactionCount: '0x5', eth_estimateGas: '0x5208', eth_maxPriorityFeePerGas: '0x1' },
    ...{
      eth_getBlockByNumber: { baseFeePerGas: '0xa' },
      eth_sendRawTransaction: `0x${'ab'.repeat(32)}`,
      eth_blockNumber: '0x1',
    },
  }))
    frame.gateway.held.node.set(method, answer)
}

/** A recovery key, added by its window. */
async function withRecovery(frame: Frame) {
  const pair = await suite().kem.generateKeyPair()
  const publicKey = base64url(new Uint8Array(await suite().kem.serializePublicKey(pair.publicKey)))
  const id = randomId(32)
  await frame.call('window', { window: 'recovery', id })
  const opened = frame.openWindow(id)
  opened.greet()
  await opened.hear('latchkey-frame-ready')
  const recovery = { kind: 'password', publicKey, salt: 'abcd', memory: 65536, passes: 3, lanes: 1 }
  opened.say({ type: 'latchkey-window-recovery', recovery })
  expect(await opened.hear('latchkey-frame-done')).not.toHaveProperty('isRefused')
  return { pair, publicKey }
}

describe('startFrame', () => {
  test('default: from an address to a wallet of three families, which a reload finds again', async () => {
    const frame = await signedUp()
    expect(frame.step).toMatchObject({ step: 'connected', session: { account: 'a1', isRecoverySet: false, chains } })
    expect(frame.workers.ended).toEqual(['create'])
    const { indexedDB, gateway } = frame
    frame.stop()
    const again = openTestFrame({ indexedDB, gateway })
    again.greet()
    expect(await again.call('session', { chains })).toEqual(frame.step.session)
    expect(again.workers.ended).toEqual([])
    again.stop()
  })

  test('behavior: what leaves the device of a new wallet is public keys and one share', async () => {
    const frame = await signedUp()
    const body = frame.gateway.held.asked.find(({ call }) => call === 'POST /api/splits')?.body
    expect(Object.keys(body ?? {}).sort()).toEqual(['expects', 'publics', 'recovery', 'share'])
    expect([fromBase64url(String(body?.share)).length, body?.recovery]).toEqual([33, []])
    frame.stop()
  })

  test('behavior: the second mail of a new device, then recovery, which makes a split of its own', async () => {
    const frame = await signedUp()
    const { pair } = await withRecovery(frame)
    const { gateway } = frame
    frame.stop()
    const before = gateway.held.account?.newest
    gateway.change({ split: null })
    const next = openTestFrame({ gateway })
    next.greet()
    await next.call('login-email', { email: 'ada@shop.example', chains })
    const step = (await next.call('login-code', { code: '123456' })) as { url: string }
    expect(step).toMatchObject({ step: 'recover', ways: ['password'] })
    const [place, id = ''] = step.url.split('#')
    expect(place).toBe('https://vault.example/p/recover/shop')
    // The address is the frame's own: no word of the page is needed for it.
    const opened = next.openWindow(id)
    opened.greet()
    const { methods, sealTo } = (await opened.hear('latchkey-frame-recover')) as never as {
      methods: { sealed: string }[]
      sealTo: string
    }
    const share = await open('recovery', pair, fromBase64url(methods[0]?.sealed ?? ''))
    const sealed = base64url(await seal('recovery', fromBase64url(sealTo), share))
    opened.say({ type: 'latchkey-window-recovered', sealed })
    expect(await next.heard((one) => one.event === 'login')).toMatchObject({
      step: { step: 'connected', session: { accounts: frame.step.session.accounts, isRecoverySet: true } },
    })
    expect(gateway.held.asked.findLast(({ call }) => call === 'POST /api/splits')?.body).toMatchObject({
      recovered: before,
    })
    next.stop()
  })

  test('behavior: a sign-in by window goes through the gateway, number included', async () => {
    const frame = openTestFrame()
    frame.greet()
    frame.gateway.held.logins.push({ state: 'open' }, { state: 'away' })
    const login = randomId(32)
    const step = await frame.call('login-window', { login, provider: 'google', chains })
    expect(step).toEqual({ step: 'window', number: '42', window: 'awaited' })
    await frame.heard((one) => (one.step as { window?: string } | undefined)?.window === 'away')
    const opened = frame.openWindow(login)
    opened.greet()
    expect(await opened.hear('latchkey-frame-login')).toMatchObject({ number: '42', nonce: 'n1' })
    const body = frame.gateway.held.asked.find(({ call }) => call === 'POST /api/logins')?.body
    expect(body).toMatchObject({ login, site, provider: 'google' })
    const waited = frame.gateway.held.asked.find(({ call }) => call === 'POST /api/logins/wait')?.body
    expect(body?.secret).not.toBe(waited?.secret)
    frame.stop()
  })

  test('behavior: a failed sign-in says why', async () => {
    const frame = openTestFrame()
    frame.greet()
    frame.gateway.held.logins.push({ state: 'failed', code: 'login-refused' })
    expect(await frame.call('login-farcaster', { chains })).toMatchObject({ step: 'farcaster', number: '42' })
    expect(await frame.heard((one) => one.event === 'login-failed')).toEqual({
      event: 'login-failed',
      code: 'login-refused',
    })
    frame.stop()
  })

  test('behavior: a gateway that names other keys than this device knows is not believed', async () => {
    const frame = await signedUp()
    const publics = frame.gateway.held.account?.publics
    if (!publics) throw new Error('no wallet')
    frame.gateway.change({ publics: { ...publics, eip155: `02${'ab'.repeat(32)}` } })
    await expect(frame.call('session', { chains })).rejects.toMatchObject({ code: 'wallet-unopenable' })
    frame.stop()
  })

  test('behavior: signed out, nothing is asked or answered any more', async () => {
    const frame = await signedUp()
    await frame.call('logout', { everywhere: false })
    expect(await frame.call('session', { chains })).toBeNull()
    await expect(ask(frame, 'personal_sign', ['Hello', frame.evm])).rejects.toMatchObject({ code: 'proof-needed' })
    frame.stop()
  })

  test('behavior: a revoked device forgets its sign-in and says so', async () => {
    const frame = await signedUp()
    frame.gateway.held.refusals.set('GET /api/account', { status: 403, field: 'device-revoked' })
    expect(await frame.call('session', { chains })).toBeNull()
    expect(await frame.heard((one) => one.event === 'session')).toEqual({ event: 'session', session: null })
    frame.stop()
  })
})

describe('openRequests', () => {
  test('default: a message is signed once the window has approved what it was shown', async () => {
    const frame = await signedUp()
    const signing = ask(frame, 'personal_sign', ['Hello', frame.evm])
    const { shown, decide, hear } = await windowOf(frame)
    expect(shown).toMatchObject({ site, account: frame.evm, request: { method: 'personal_sign' } })
    expect(shown.payload).toBe(await payloadHash(shown.request))
    expect(frame.gateway.held.asked.some(({ call }) => call === 'POST /api/splits/release')).toBe(false)
    decide(true)
    expect(verifyMessage('Hello', String(await signing))).toBe(frame.evm)
    expect(await hear('latchkey-frame-done')).not.toHaveProperty('isRefused')
    const released = frame.gateway.held.asked.find(({ call }) => call === 'POST /api/splits/release')?.body
    expect(released).toMatchObject({ operation: 'sign', payload: shown.payload })
    expect(frame.workers.ended).toEqual(['create', 'eip155'])
    frame.stop()
  })

  test('behavior: rejected is 4001, and nothing was released', async () => {
    const frame = await signedUp()
    const signing = ask(frame, 'personal_sign', ['Hello', frame.evm])
    const refused = expect(signing).rejects.toEqual({ code: 'user-rejected', sourceCode: 4001 })
    ;(await windowOf(frame)).decide(false)
    await refused
    expect(frame.gateway.held.asked.some(({ call }) => call === 'POST /api/splits/release')).toBe(false)
    frame.stop()
  })

  test('behavior: a decision that is forged, of something else, or by somebody else decides nothing', async () => {
    const frame = await signedUp()
    const signing = ask(frame, 'personal_sign', ['Hello', frame.evm])
    const { shown, decide, id, told } = await windowOf(frame)
    const settled = vi.fn()
    signing.then(settled, settled)
    decide(true, 'ab'.repeat(32))
    await vi.waitFor(() =>
      expect(told[1]).toMatchObject({ type: 'latchkey-frame-done', isRefused: true, code: 'request-not-allowed' }),
    )
    decide(true, shown.payload, site)
    decide(true, shown.payload, 'https://vault.example:8443')
    decide(true, shown.payload, undefined, { postMessage() {} })
    const stranger = frame.openWindow(randomId(32))
    stranger.greet()
    stranger.say({ type: 'latchkey-window-decided', approved: true, payload: shown.payload })
    const other = frame.openWindow(id)
    other.greet()
    other.say({ type: 'latchkey-window-decided', approved: true, payload: shown.payload })
    // The page itself has no say at all.
    await expect(frame.call('latchkey-window-decided', { id, approved: true })).rejects.toMatchObject({
      code: 'vault-refused',
    })
    expect([settled.mock.calls.length, stranger.told, other.told]).toEqual([0, [], []])
    // What the frame says keeps its order: by that answer it would have said that the approval is over.
    expect(frame.said.some((one) => one.event === 'approval' && one.approval === null)).toBe(false)
    expect(frame.gateway.held.asked.some(({ call }) => call === 'POST /api/splits/release')).toBe(false)
    decide(true)
    expect(verifyMessage('Hello', String(await signing))).toBe(frame.evm)
    // What was decided once is over.
    decide(true)
    expect(frame.gateway.held.asked.filter(({ call }) => call === 'POST /api/splits/release')).toHaveLength(1)
    frame.stop()
  })

  test('behavior: one stands, two wait behind it, a fourth is refused; a withdrawn one is taken away', async () => {
    const frame = await signedUp()
    const first = ask(frame, 'personal_sign', ['one', frame.evm])
    const second = ask(frame, 'personal_sign', ['two', frame.evm])
    const third = ask(frame, 'personal_sign', ['three', frame.evm])
    await expect(ask(frame, 'personal_sign', ['four', frame.evm])).rejects.toMatchObject({ code: 'rpc-limit-exceeded' })
    const opened = await windowOf(frame)
    expect(opened.shown.request.params).toEqual(['one', frame.evm])
    const approvals = () => frame.said.filter((one) => one.event === 'approval')
    expect(approvals()).toHaveLength(1)
    const gone = expect(first).rejects.toMatchObject({ code: 'aborted' })
    await frame.call('request-cancel', { request: 3 })
    await gone
    await frame.heard((one) => one.event === 'approval' && one.approval === null)
    const next = await windowOf(frame, frame.said.indexOf(approvals()[1] as never))
    expect(next.shown.request.params).toEqual(['two', frame.evm])
    opened.decide(true, next.shown.payload)
    expect(await opened.hear('latchkey-frame-done')).toMatchObject({ isRefused: true })
    for (const one of [second, third]) one.catch(() => {})
    frame.stop()
  })

  test('behavior: a transaction is completed before it is shown, signed as it was shown, and sent', async () => {
    const frame = await signedUp()
    withNode(frame)
    const sending = ask(frame, 'eth_sendTransaction', [{ from: frame.evm, to, value: '0x64' }])
    const { shown, decide } = await windowOf(frame)
    expect(shown.request.params).toEqual([
      {
        ...{ from: frame.evm, to, value: '0x64', nonce: '0x5', gas: '0x5208', chainId: '0x7a69' },
        ...{ maxFeePerGas: '0x15', maxPriorityFeePerGas: '0x1' },
      },
    ])
    expect(shown).not.toHaveProperty('barred')
    decide(true)
    expect(await sending).toBe(`0x${'ab'.repeat(32)}`)
    const sent = frame.gateway.held.asked.find(({ call }) => call === 'eth_sendRawTransaction')?.body.params as [string]
    const read = EthersTransaction.from(sent[0])
    expect([read.from, read.to, read.value, read.nonce]).toEqual([frame.evm, to, 100n, 5])
    frame.stop()
  })

  test.each<[string, (evm: string) => unknown]>([
    ['above the limit', (from) => [{ from, to, value: '0x38d7ea4c68001' }]],
    ['tokens', (from) => [{ from, to, data: `0xa9059cbb${'00'.repeat(12)}${to.slice(2)}${'00'.repeat(31)}01` }]],
    ['an unknown call', (from) => [{ from, to, data: '0x12345678' }]],
    ['a contract', (from) => [{ from, data: '0x1234' }]],
    ['a fee above the limit', (from) => [{ from, to, value: '0x0', gas: '0x5208', gasPrice: '0x174876e8000' }]],
  ])('behavior: until recovery is set, %s can be shown but not approved', async (_, params) => {
    const frame = await signedUp()
    withNode(frame)
    const sending = ask(frame, 'eth_sendTransaction', params(frame.evm))
    const { shown, decide, hear } = await windowOf(frame)
    expect(shown.barred).toBe('recovery-needed')
    decide(true)
    expect(await hear('latchkey-frame-done')).toMatchObject({ isRefused: true })
    const refused = expect(sending).rejects.toMatchObject({ code: 'user-rejected' })
    decide(false)
    await refused
    frame.stop()
  })

  test('behavior: what was sent before counts to the limit; with recovery there is none', async () => {
    const frame = await signedUp()
    withNode(frame)
    const params = [{ from: frame.evm, to, value: '0x2d79883d20000' }]
    const first = ask(frame, 'eth_sendTransaction', params)
    ;(await windowOf(frame)).decide(true)
    await first
    const second = ask(frame, 'eth_sendTransaction', params)
    second.catch(() => {})
    const from = frame.said.length
    const { shown, decide } = await windowOf(frame, from)
    expect(shown.barred).toBe('recovery-needed')
    decide(false)
    await expect(second).rejects.toMatchObject({ code: 'user-rejected' })
    await withRecovery(frame)
    const third = ask(frame, 'eth_sendTransaction', params)
    const free = await windowOf(frame, frame.said.length)
    expect(free.shown).not.toHaveProperty('barred')
    free.decide(true)
    expect(await third).toMatch(/^0x/)
    frame.stop()
  })

  test('behavior: reads go to the project’s node, what is in no list nowhere', async () => {
    const frame = await signedUp()
    withNode(frame)
    expect(await ask(frame, 'eth_blockNumber', [])).toBe('0x1')
    expect(await ask(frame, 'eth_accounts', [])).toEqual([frame.evm])
    expect(await ask(frame, 'eth_chainId', [])).toBe('0x7a69')
    expect(await ask(frame, 'wallet_switchEthereumChain', [{ chainId: '0x7a69' }])).toBeNull()
    await expect(ask(frame, 'wallet_switchEthereumChain', [{ chainId: '0x1' }])).rejects.toMatchObject({
      sourceCode: 4902,
    })
    for (const method of [
      'eth_sign',
      'eth_signTransaction',
      'eth_signTypedData',
      'wallet_sendCalls',
      'anvil_setBalance',
      'constructor',
    ])
      await expect(ask(frame, method, []), method).rejects.toEqual({ code: 'request-not-allowed', reason: method })
    for (const [method, on] of [
      ['personal_sign', chains[1]],
      ['solana_signMessage', chains[0]],
      ['eth_blockNumber', chains[2]],
    ] as const)
      await expect(ask(frame, method, [], on)).rejects.toMatchObject({ code: 'request-not-allowed' })
    await expect(ask(frame, 'eth_accounts', [], 'cosmos:hub')).rejects.toMatchObject({ code: 'chain-unsupported' })
    frame.stop()
  })

  test('behavior: shares of another account, or a share the database changed, sign nothing', async () => {
    const frame = await signedUp()
    for (const [, held] of frame.gateway.held.shares) held.share = held.share.map((byte) => byte ^ 1)
    const signing = ask(frame, 'personal_sign', ['Hello', frame.evm])
    const refused = expect(signing).rejects.toMatchObject({ code: 'wallet-unopenable' })
    ;(await windowOf(frame)).decide(true)
    await refused
    frame.stop()
  })

  test('behavior: a PSBT of nobody’s and messages of Solana and Bitcoin', async () => {
    const frame = await signedUp()
    const { solana, bitcoin } = frame
    const bitcoinChain = chains[2] ?? chain
    expect(await ask(frame, 'getAccountAddresses', {}, bitcoinChain)).toMatchObject([{ address: bitcoin }])
    const text = ask(frame, 'solana_signMessage', { message: '9Ajdvzr', pubkey: solana }, chains[1])
    ;(await windowOf(frame)).decide(true)
    expect(await text).toMatchObject({ signature: expect.stringMatching(/^\w{80,90}$/) })
    const from = frame.said.length
    const params = { account: bitcoin, address: bitcoin, message: 'Hello', protocol: 'bip322' }
    const signing = ask(frame, 'signMessage', params, bitcoinChain)
    ;(await windowOf(frame, from)).decide(true)
    expect(await signing).toMatchObject({ address: bitcoin, signature: expect.any(String) })
    await expect(ask(frame, 'signPsbt', { account: bitcoin, psbt: 'x' }, bitcoinChain)).rejects.toMatchObject({
      code: 'rpc-invalid-params',
    })
    frame.stop()
  })
})

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
    expect(await opened.hear('latchkey-frame-answer')).toMatchObject({ ask: 1, code: 'request-not-allowed' })
    opened.say({ type: 'latchkey-window-ask', ask: 2, call: 'GET /api/account' })
    await vi.waitFor(() => expect(opened.told.at(-1)).toMatchObject({ ask: 2, answer: { account: 'a1' } }))
    opened.say({ type: 'latchkey-window-export', sealTo: 'A'.repeat(87) })
    opened.say({ type: 'latchkey-window-recovery', recovery: {} })
    expect(frame.workers.ended).toEqual(['create'])
    frame.stop()
  })

  test('behavior: export is sealed to the window, deletion leaves nothing', async () => {
    const frame = await signedUp()
    const pair = await suite().kem.generateKeyPair()
    const sealTo = base64url(new Uint8Array(await suite().kem.serializePublicKey(pair.publicKey)))
    const id = randomId(32)
    await frame.call('window', { window: 'export', id })
    const opened = frame.openWindow(id)
    opened.greet()
    await opened.hear('latchkey-frame-ready')
    opened.say({ type: 'latchkey-window-export', sealTo })
    const { sealed } = (await opened.hear('latchkey-frame-export')) as never as { sealed: string }
    const plain = await open('export', pair, fromBase64url(sealed))
    expect(JSON.parse(new TextDecoder().decode(plain)).words.split(' ')).toHaveLength(24)
    const gone = randomId(32)
    await frame.call('window', { window: 'delete', id: gone })
    const last = frame.openWindow(gone)
    last.greet()
    await last.hear('latchkey-frame-ready')
    last.say({ type: 'latchkey-window-ask', ask: 1, call: 'POST /api/account/delete', body: {} })
    await last.hear('latchkey-frame-answer')
    expect(await frame.heard((one) => one.event === 'session')).toEqual({ event: 'session', session: null })
    frame.stop()
  })

  test('behavior: a recovery key slipped into the database is sealed nothing', async () => {
    const frame = await signedUp()
    await withRecovery(frame)
    const slipped = await suite().kem.generateKeyPair()
    const publicKey = base64url(new Uint8Array(await suite().kem.serializePublicKey(slipped.publicKey)))
    const methods = frame.gateway.held.account?.methods ?? []
    const [own] = methods
    frame.gateway.change({ methods: [...methods, { ...own, id: 'evil', publicKey } as never] })
    await withRecovery(frame)
    const { recovery } = frame.gateway.held.asked.findLast(({ call }) => call === 'POST /api/splits')?.body ?? {}
    expect((recovery as { publicKey: string }[]).map((one) => one.publicKey === publicKey)).toEqual([false, false])
    frame.stop()
  })
})
