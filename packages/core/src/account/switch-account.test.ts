import { hasCode } from '@latchkey/protocol'
import { describe, expect, test, vi } from 'vitest'
import { adapter, session, storage, wallet } from '../../test/fake-parts.ts'
import { connect } from '../connect/connect.ts'
import { disconnect } from '../connect/disconnect.ts'
import { createKit } from '../create-kit.ts'
import { getAccount } from '../machine/get-account.ts'
import { getConnections } from '../machine/get-connections.ts'
import { prepareSend } from '../send/prepare-send.ts'
import { send } from '../send/send.ts'
import { signMessage } from '../sign/sign-message.ts'
import { switchAccount } from './switch-account.ts'

/**
 * Sets up a kit with two wallets of one chain family and one of another. Each wallet answers with
 * the account that it was asked to sign with.
 */
async function setUp() {
  const signMessageOf = vi.fn(async ({ account }: { account: string }) => ({
    signature: `signed by ${account}`,
  }))
  const transferOf = vi.fn(async ({ transfer }: { transfer: { from: string } }) => ({
    hash: `h${transfer.from.replaceAll(':', '')}`,
  }))
  const features = { signMessage: signMessageOf, transfer: transferOf }
  const make = (id: string, namespace: string, accounts: string[]) => {
    const made = wallet(id, [namespace], { features: { ...features } })
    made.answer = async () => ({ sessions: [session(namespace, accounts)] })
    return made
  }
  const [w, v] = [make('w', 'alpha', ['a1', 'a2']), make('v', 'alpha', ['a3'])]
  const other = make('o', 'beta', ['a4'])
  const alpha = adapter('alpha', [w, v])
  const store = storage()
  const kit = createKit({
    adapters: [alpha, adapter('beta', [other])],
    storage: store,
    features: { multiWallet: true },
  })
  kit.subscribe(() => undefined)
  await connect(kit, { connector: 'w' })
  await connect(kit, { connector: 'v' })
  await connect(kit, { connector: 'o' })
  await vi.dynamicImportSettled()
  return { kit, alpha, store, w, v, transferOf }
}
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'resolved',
    (error) => (hasCode(error) ? error.code : error),
  )

describe('switchAccount', () => {
  test('default: another wallet of the family, without asking any', async () => {
    const { kit, w, v } = await setUp()
    expect(getAccount(kit, { namespace: 'alpha' }).account).toBe('alpha:1:a3')
    const asked = [w.asked.length, v.asked.length]
    const shown: unknown[] = []
    kit.watch(() => shown.push(getAccount(kit, { namespace: 'alpha' }).account))
    const switching = switchAccount(kit, { account: 'alpha:1:a2' })
    expect(getAccount(kit, { namespace: 'alpha' }).account).toBe('alpha:1:a2')
    expect(await switching).toMatchObject({
      connectorId: 'w',
      account: 'alpha:1:a2',
    })
    expect([w.asked.length, v.asked.length]).toEqual(asked)
    // The account of the wallet that was selected before is never shown while another one is
    // switched to.
    expect(new Set(shown)).toEqual(new Set(['alpha:1:a3', 'alpha:1:a2']))
    expect(getAccount(kit, { namespace: 'beta' }).account).toBe('beta:1:a4')
  })

  test('parameters: connector', async () => {
    const { kit, v } = await setUp()
    v.emit({ type: 'session', session: session('alpha', ['a1']), reason: 'accounts' })
    await switchAccount(kit, { account: 'alpha:1:a1', connector: 'w' })
    expect(getAccount(kit, { namespace: 'alpha' }).connectorId).toBe('w')
    await switchAccount(kit, { account: 'alpha:1:a1', connector: 'v' })
    expect(getAccount(kit, { namespace: 'alpha' }).connectorId).toBe('v')
    // Without `connector`, the active wallet keeps the account when both wallets have it.
    await switchAccount(kit, { account: 'alpha:1:a1' })
    expect(getAccount(kit, { namespace: 'alpha' }).connectorId).toBe('v')
  })

  test('behavior: what cannot be switched to is refused, and nothing changes', async () => {
    const { kit, w } = await setUp()
    const before = kit.getState()
    const refusal = (connector: string | undefined, account = 'alpha:1:a1') =>
      codeOf(switchAccount(kit, { account: account as 'alpha:1:a1', connector }))
    expect(await refusal('nobody')).toBe('connector-not-found')
    expect(await refusal('constructor')).toBe('connector-not-found')
    expect(await refusal('w', 'beta:1:a4')).toBe('not-connected')
    expect(await refusal('w', 'alpha:1:a9')).toBe('account-missing')
    expect(await refusal(undefined, 'alpha:1:a9')).toBe('account-missing')
    expect(await refusal(undefined, 'gamma:1:a9')).toBe('not-connected')
    expect(kit.getState()).toBe(before)
    await disconnect(kit, { connector: 'w' })
    expect(await refusal('w')).toBe('not-connected')
    w.answer = () => new Promise(() => undefined)
    void connect(kit, { connector: 'w' }).catch(() => undefined)
    expect(await refusal('w')).toBe('connection-status-invalid')
  })

  test('behavior: the choice is stored, and a reload shows it', async () => {
    const { kit, store } = await setUp()
    await switchAccount(kit, { account: 'alpha:1:a2' })
    expect(JSON.parse(store.entries.get('latchkey.default.v1.active') ?? '')).toMatchObject({
      connectors: { alpha: 'w', beta: 'o' },
    })
    await disconnect(kit)
    expect(store.entries.get('latchkey.default.v1.active')).toContain('"connectors":{}')
  })
})

describe('several wallets', () => {
  test('default: each connection, the active one and recent ones', async () => {
    const { kit } = await setUp()
    await switchAccount(kit, { account: 'alpha:1:a2' })
    const { connections, recent } = getConnections(kit)
    expect(
      connections.map(({ connectorId, status, isActive, activeNamespaces, selected }) => [
        connectorId,
        status,
        isActive,
        activeNamespaces,
        selected,
      ]),
    ).toEqual([
      ['w', 'connected', true, ['alpha'], ['alpha:1:a2']],
      ['o', 'connected', true, ['beta'], ['beta:1:a4']],
      ['v', 'connected', false, [], ['alpha:1:a3']],
    ])
    expect(recent).toEqual([])
    await disconnect(kit, { connector: 'v' })
    expect(getConnections(kit).recent).toEqual([{ id: 'v', name: 'v' }])
  })

  test('behavior: an account that is not shown signs where it is named, and nowhere else', async () => {
    const { kit } = await setUp()
    expect(await signMessage(kit, { message: 'm', account: 'alpha:1:a1' })).toEqual({
      account: 'alpha:1:a1',
      signature: 'signed by alpha:1:a1',
    })
    const { account } = await signMessage(kit, { message: 'm', account: 'alpha:1:a3' })
    expect(account).toBe('alpha:1:a3')
    await expect(signMessage(kit, { message: 'm', account: 'alpha:1:a9' })).rejects.toMatchObject({
      code: 'account-missing',
    })
  })

  test('behavior: a transfer is sent by the account that it names, whatever is shown meanwhile', async () => {
    const { kit, alpha, transferOf } = await setUp()
    const asset = alpha.nativeAsset(alpha.chains[0]!)
    const fromShown = await prepareSend(kit, { asset, amount: 1n, to: 'a5', namespace: 'alpha' })
    const fromOther = await prepareSend(kit, { asset, amount: 1n, to: 'a5', account: 'alpha:1:a1' })
    expect(fromShown.transaction.from).toBe('alpha:1:a3')
    expect(fromOther.transaction.from).toBe('alpha:1:a1')
    await send(kit, { id: fromOther.transaction.id })
    await switchAccount(kit, { account: 'alpha:1:a1' })
    await send(kit, { id: fromShown.transaction.id })
    expect(transferOf.mock.calls.map(([{ transfer }]) => transfer.from)).toEqual([
      'alpha:1:a1',
      'alpha:1:a3',
    ])
    // A draft can be made only from the account that a wallet has selected, not from its other
    // accounts.
    await expect(
      prepareSend(kit, { asset, amount: 1n, to: 'a5', account: 'alpha:1:a2' }),
    ).rejects.toMatchObject({ code: 'account-missing' })
  })

  test('behavior: a wallet that is asked goes on being asked while another is switched to, and not once it has ended', async () => {
    const { kit, w } = await setUp()
    let answer: (value: { signature: string }) => void = () => undefined
    const signSlowly = () => new Promise<{ signature: string }>((resolve) => (answer = resolve))
    Object.assign(w.features, { signMessage: signSlowly })
    const asked = signMessage(kit, { message: 'm', account: 'alpha:1:a1' })
    await switchAccount(kit, { account: 'alpha:1:a2' })
    await switchAccount(kit, { account: 'alpha:1:a3' })
    answer({ signature: 's' })
    expect(await asked).toMatchObject({ signature: 's' })
    const second = signMessage(kit, { message: 'm', account: 'alpha:1:a1' })
    const failed = expect(second).rejects.toMatchObject({ code: 'wallet-disconnected' })
    await disconnect(kit, { connector: 'w' })
    await failed
  })

  test('behavior: an event of a wallet that is not shown changes nothing that is', async () => {
    const { kit, w } = await setUp()
    const shown = getAccount(kit, { namespace: 'alpha' })
    w.emit({ type: 'session', session: session('alpha', ['a7'], '2'), reason: 'chain' })
    expect(getAccount(kit, { namespace: 'alpha' })).toEqual(shown)
    w.emit({ type: 'end' })
    expect(getAccount(kit, { namespace: 'alpha' })).toEqual(shown)
  })

  test('behavior: one is removed alone, a family with all its wallets, or everything', async () => {
    const { kit, w, v } = await setUp()
    await disconnect(kit, { connector: 'v' })
    expect([w.disconnects.length, v.disconnects.length]).toEqual([0, 1])
    expect(getAccount(kit, { namespace: 'alpha' }).connectorId).toBe('w')
    await connect(kit, { connector: 'v' })
    await disconnect(kit, { namespace: 'alpha' })
    expect([w.disconnects.length, v.disconnects.length]).toEqual([1, 2])
    expect(kit.getState().active).toEqual({ beta: 'o' })
    await connect(kit, { connector: 'w' })
    await disconnect(kit)
    expect(kit.getState().connections).toEqual({})
  })

  test('behavior: choosing a connected wallet again switches to it, without asking', async () => {
    const { kit, w } = await setUp()
    w.answer = () => Promise.reject(new Error('asked'))
    await connect(kit, { connector: 'w' })
    expect(getAccount(kit, { namespace: 'alpha' }).connectorId).toBe('w')
    expect(w.disconnects).toEqual([])
  })
})
