import { connect as connectKit, type Kit } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { type MockWbipWalletOptions, mockWbipWallet, wbipPersonas } from '@latchkey/testing'
import { describe, expect, test } from 'vitest'
import { createStacksConnect } from './create-stacks-connect.ts'
import { type ChooseWallet, chooseInKit } from './wallets/choose-wallet.ts'

const txid = 'ab'.repeat(32)
const recipient = 'SP000000000000000000002Q6VF78'

/** The dialog with a person before it who picks the named wallet, or closes it. */
function dialog(picks: { path: string | undefined }) {
  const shown: string[][] = []
  const kits: Kit[] = []
  const choose: ChooseWallet = (parameters) =>
    chooseInKit(parameters, async (kit) => {
      kits.push(kit)
      shown.push(Object.values(kit.getState().connectors).map(({ wallet }) => wallet.keys[0] ?? ''))
      if (picks.path === undefined) throw new LatchkeyError('modal-closed')
      await connectKit(kit, { connector: `stacks:${picks.path}` })
    })
  return { choose, shown, kits }
}

function open(more: Partial<MockWbipWalletOptions> = {}) {
  const page = {}
  const verbs = { stx_transferStx: () => ({ txid }), sendTransfer: () => ({ txid }) }
  const rich = mockWbipWallet({ persona: wbipPersonas.rich, network: 'Mainnet', verbs, ...more })
  const plain = mockWbipWallet({ persona: wbipPersonas.plain, network: 'mainnet', verbs, ...more })
  rich.install(page)
  plain.install(page)
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const picks: { path: string | undefined } = { path: wbipPersonas.rich.path }
  const { choose, shown, kits } = dialog(picks)
  const make = () => createStacksConnect({ page, storage, choose })
  return { page, rich, plain, kept, picks, shown, kits, make, all: make() }
}

describe('createStacksConnect', () => {
  test('default: connects by one prompt, with keys in the answer and none in what is kept', async () => {
    const { all, rich, plain, kept } = open()
    expect([all.isConnected(), all.getLocalStorage()]).toEqual([false, null])
    const { addresses } = await all.connect()
    expect(addresses.map(({ purpose, publicKey }) => [purpose, Boolean(publicKey)])).toEqual([
      ['payment', true],
      ['ordinals', true],
      ['stacks', true],
    ])
    expect([rich.requests.length, plain.requests.length]).toEqual([1, 0])
    expect(all.isConnected()).toBe(true)
    const { stx, btc } = all.getLocalStorage()?.addresses ?? {}
    expect([stx?.length, btc?.length]).toEqual([1, 2])
    expect([...kept.values()].join()).not.toMatch(/publicKey|derivationPath|tweaked/)
  })

  test('behavior: the chosen wallet is asked again, after a reload too, and no other', async () => {
    const { all, rich, plain, make, shown } = open()
    await all.connect()
    const params = { recipient, amount: 1_000, memo: 'rent' }
    expect(await all.request('stx_transferStx', params)).toEqual({ txid })
    expect(await make().request('stx_transferStx', params)).toEqual({ txid })
    expect(rich.requests.map(({ method }) => method)).toEqual([
      'wallet_connect',
      'stx_transferStx',
      'stx_transferStx',
    ])
    expect(rich.requests.at(-1)?.params).toEqual({ recipient, amount: '1000', memo: 'rent' })
    expect([plain.requests.length, shown.length]).toEqual([0, 1])
  })

  test('behavior: a request without a chosen wallet lets one be chosen, then asks it', async () => {
    const { all, plain, picks, shown } = open()
    picks.path = wbipPersonas.plain.path
    expect(
      await all.request('stx_transferStx', { recipient, amount: '5', network: 'mainnet' }),
    ).toEqual({ txid })
    expect(plain.requests.map(({ method }) => method)).toEqual(['getAddresses', 'stx_transferStx'])
    expect(shown).toEqual([[wbipPersonas.rich.path, wbipPersonas.plain.path]])
  })

  test('behavior: asking for addresses asks once', async () => {
    const { all, rich } = open()
    const answer = (await all.request('getAddresses')) as { addresses: unknown[] }
    expect([answer.addresses.length, rich.requests.length]).toEqual([3, 1])
    await all.request('getAddresses')
    expect(rich.requests).toHaveLength(2)
  })

  test('behavior: closing the dialog, and a wallet that says no', async () => {
    const { all, rich, picks } = open()
    picks.path = undefined
    await expect(all.connect()).rejects.toMatchObject({
      code: -31001,
      message: 'User canceled the request',
    })
    picks.path = wbipPersonas.rich.path
    rich.behave('reject')
    await expect(all.connect()).rejects.toMatchObject({ name: 'JsonRpcError', code: -32000 })
    expect(all.isConnected()).toBe(false)
    rich.behave('approve')
    await all.connect()
    rich.behave('reject')
    await expect(all.request('stx_transferStx', { recipient, amount: 1 })).rejects.toMatchObject({
      code: -32000,
    })
    rich.behave({ raw: undefined })
    await expect(all.request('stx_transferStx', { recipient, amount: 1 })).rejects.toMatchObject({
      code: -31000,
    })
  })

  test('behavior: what is beyond the limits, or no request, reaches no wallet', async () => {
    const { all, rich } = open()
    await all.connect()
    const asked = rich.requests.length
    const bad: readonly (readonly [string, unknown, number])[] = [
      ['stx_transferStx', { recipient, amount: 1, memo: 'x'.repeat(35) }, -32602],
      ['stx_transferStx', { recipient, amount: 1.5 }, -32602],
      ['stx_transferStx', undefined, -32602],
      ['eth_sendTransaction', {}, -32601],
      ['constructor', {}, -32601],
    ]
    for (const [method, params, code] of bad) {
      await expect(all.request(method, params)).rejects.toMatchObject({
        name: 'JsonRpcError',
        code,
      })
    }
    await expect(all.request({}, 7 as unknown as string)).rejects.toMatchObject({ code: -32600 })
    expect(rich.requests).toHaveLength(asked)
  })

  test('parameters: provider, forceWalletSelect, persistWalletSelect, enableLocalStorage, approvedProviderIds', async () => {
    const { all, rich, plain, picks, shown, kept, make } = open()
    await all.request({ provider: plain.provider }, 'getAddresses', { network: 'mainnet' })
    expect([shown.length, plain.requests.length, rich.requests.length]).toEqual([0, 1, 0])
    all.disconnect()
    expect(kept.size).toBe(0)
    await all.connect({ persistWalletSelect: false, enableLocalStorage: false })
    expect(kept.size).toBe(0)
    await make().connect({ approvedProviderIds: [wbipPersonas.rich.path] })
    expect(shown.at(-1)).toEqual([wbipPersonas.rich.path])
    picks.path = wbipPersonas.plain.path
    await all.request({ forceWalletSelect: true }, 'stx_transferStx', { recipient, amount: 1 })
    expect(plain.requests.at(-1)?.method).toBe('stx_transferStx')
    // Whoever was chosen before is not approved here.
    picks.path = wbipPersonas.rich.path
    await all.request({ approvedProviderIds: [wbipPersonas.rich.path] }, 'stx_transferStx', {
      recipient,
      amount: 1,
    })
    expect(rich.requests.at(-1)?.method).toBe('stx_transferStx')
  })

  test('parameters: enableOverrides', async () => {
    const { all, rich } = open({ verbs: { signPsbt: () => ({ psbt: 'cHNidP8BAAAA' }) } })
    await all.connect()
    const psbt = 'cHNidP8BAAAA'
    const signInputs = [{ index: 0, address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }]
    await all.request('signPsbt', { psbt, signInputs })
    await all.request({ enableOverrides: false }, 'signPsbt', { psbt, signInputs })
    expect(
      rich.requests.slice(1).map(({ params }) => (params as { signInputs: unknown }).signInputs),
    ).toEqual([{ bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4: [0] }, signInputs])
  })

  test('behavior: the four are listed with where they are to be had, and the way to phones only where it is configured', async () => {
    const { all, kits } = open()
    await all.connect({
      approvedProviderIds: ['LeatherProvider', wbipPersonas.rich.path, 'WalletConnectProvider'],
    })
    await all.connect()
    const [few, four] = kits.map(({ options }) => options)
    expect(few?.wallets?.custom?.map(({ keys }) => keys?.[0])).toEqual([
      'LeatherProvider',
      wbipPersonas.rich.path,
    ])
    expect(four?.wallets?.custom?.map(({ name }) => name)).toEqual([
      'Leather',
      'Xverse Wallet',
      'Asigna Multisig',
      'Fordefi',
    ])
    expect([few?.transports, four?.transports]).toEqual([undefined, undefined])
  })

  test('parameters: defaultProviders', async () => {
    const { all, page, shown, kits, picks, make } = open()
    const path = 'own.wallet'
    const persona = { ...wbipPersonas.plain, path, registries: [], marks: {} }
    const own = mockWbipWallet({
      persona,
      network: 'mainnet',
      verbs: { stx_transferStx: () => ({ txid }) },
    })
    own.install(page)
    const defaultProviders = [
      { id: path, name: 'Own', webUrl: 'https://own.example' },
      { id: 'absent.wallet', name: 'Absent', chromeWebStoreUrl: 'https://store.example/absent' },
    ]
    picks.path = path
    await all.connect({ defaultProviders })
    // One that lists itself stays; one that only stands at a known path was not asked for.
    expect(shown).toEqual([[wbipPersonas.rich.path, path]])
    expect(
      Object.values(kits[0]?.getState().connectors ?? {}).map(({ wallet }) => wallet.name),
    ).toContain('Own')
    const { custom, include } = kits[0]?.options.wallets ?? {}
    expect(custom).toEqual([
      { id: path, name: 'Own', keys: [path], homepage: 'https://own.example' },
      {
        id: 'absent.wallet',
        name: 'Absent',
        keys: ['absent.wallet'],
        chrome_store: 'https://store.example/absent',
      },
    ])
    expect(include).toEqual([path, 'absent.wallet', wbipPersonas.rich.path])
    const params = { recipient, amount: 1 }
    expect(await all.request('stx_transferStx', params)).toEqual({ txid })
    expect(await make().request({ defaultProviders }, 'stx_transferStx', params)).toEqual({ txid })
    expect([own.requests.length, shown.length]).toEqual([3, 1])
    await all.connect({ defaultProviders, approvedProviderIds: [path] })
    expect([shown.at(-1), kits[1]?.options.wallets?.custom?.length]).toEqual([[path], 1])
  })

  test('behavior: who was asked first and granted nothing is not taken for the one that did', async () => {
    const { page, rich, plain, kept } = open()
    plain.behave('hang')
    const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
    const choose: ChooseWallet = (parameters) =>
      chooseInKit(parameters, async (kit) => {
        const turning = new AbortController()
        const hanging = connectKit(kit, {
          connector: 'stacks:LeatherProvider',
          signal: turning.signal,
        })
        await expect.poll(() => plain.requests).toHaveLength(1)
        turning.abort()
        await expect(hanging).rejects.toMatchObject({ code: 'aborted' })
        await connectKit(kit, { connector: `stacks:${wbipPersonas.rich.path}` })
        await plain.release()
      })
    const { addresses } = await createStacksConnect({ page, storage, choose }).connect()
    expect(addresses.map(({ address }) => address)).toEqual(
      rich.addresses().map(({ address }) => address),
    )
    expect(kept.size).toBe(0)
  })

  test('behavior: disconnecting forgets, and tells the wallet', async () => {
    const { all, rich, kept } = open()
    await all.connect()
    kept.set('blockstack-session', '{}')
    all.disconnect()
    expect([all.isConnected(), all.getLocalStorage(), kept.size]).toEqual([false, null, 0])
    expect(rich.requests.at(-1)?.method).toBe('wallet_disconnect')
    expect(rich.isAuthorized()).toBe(false)
  })

  test('behavior: a request whose parameters may all be absent needs none', async () => {
    const accounts = [
      { address: recipient, publicKey: `02${'ab'.repeat(32)}`, gaiaHubUrl: '', gaiaAppKey: '' },
    ]
    const { all, rich } = open({ verbs: { stx_getAccounts: () => ({ accounts }) } })
    await all.connect()
    expect(await all.request('stx_getAccounts')).toMatchObject({
      accounts: [{ address: recipient }],
    })
    expect(rich.requests.at(-1)).toEqual({ method: 'stx_getAccounts', params: {} })
    await expect(all.request('stx_transferStx')).rejects.toMatchObject({ code: -32602 })
    expect(rich.requests.at(-1)?.method).toBe('stx_getAccounts')
  })

  test('behavior: who was chosen can be read, and chosen without the dialog', async () => {
    const { all, rich, plain, shown } = open()
    expect([all.getSelectedProviderId(), all.getSelectedProvider()]).toEqual([null, undefined])
    await all.connect()
    expect(all.getSelectedProviderId()).toBe(wbipPersonas.rich.path)
    expect(all.getSelectedProvider()).toBe(rich.provider)
    all.setSelectedProviderId(wbipPersonas.plain.path)
    await all.request('getAddresses')
    expect([
      all.getSelectedProvider() === plain.provider,
      plain.requests.length,
      shown.length,
    ]).toEqual([true, 1, 1])
    all.clearLocalStorage()
    expect([all.isConnected(), all.getSelectedProviderId()]).toEqual([
      false,
      wbipPersonas.plain.path,
    ])
    all.clearSelectedProviderId()
    await all.request('stx_transferStx', { recipient, amount: 1 })
    expect([all.getSelectedProviderId(), shown.length]).toEqual([wbipPersonas.rich.path, 2])
  })

  test.each([4001, -32000, -32603])(
    'behavior: the number of a wallet’s error stays it: %s',
    async (code) => {
      const refused = () => {
        throw Object.assign(new Error('no'), { code })
      }
      const { all } = open({ verbs: { stx_transferStx: refused } })
      await all.connect()
      await expect(all.request('stx_transferStx', { recipient, amount: 1 })).rejects.toMatchObject({
        code,
      })
    },
  )
})
