import { connect } from '@latchkey/core'
import { mockWbipWallet, wbipPersonas } from '@latchkey/testing'
import { describe, expect, test, vi } from 'vitest'
import {
  bitcoin,
  patient,
  phoneScene,
  recipient,
  relays,
  txid,
  walletConnect,
} from '../../test/phone.ts'
import { createStacksConnect } from '../create-stacks-connect.ts'
import { chooseInKit } from './choose-wallet.ts'

const loaded = vi.hoisted(() => [] as string[])
vi.mock('@latchkey/walletconnect', async (original) => {
  loaded.push('walletconnect')
  return original()
})
const prefix = 'latchkey.stacks-connect.v1'
const transfer = { recipient, amount: 5 }
const notConnected = {
  name: 'JsonRpcError',
  message: 'WalletConnectProvider not connected. Please connect first.',
}

describe('a wallet on another device', () => {
  test('behavior: nothing of it is loaded by who does not configure it', async () => {
    const page = {}
    const { path } = wbipPersonas.plain
    mockWbipWallet({ persona: wbipPersonas.plain, network: 'mainnet' }).install(page)
    const pick = (kit: Parameters<typeof connect>[0]) =>
      connect(kit, { connector: `stacks:${path}` })
    const all = createStacksConnect({ page, choose: (parameters) => chooseInKit(parameters, pick) })
    expect((await all.connect()).addresses).toHaveLength(3)
    expect(loaded).toEqual([])
  })

  test('default: chosen once, asked over its session, each chain by its own', async () => {
    const { make, addresses, asked, relay, kits, kept } = await phoneScene()
    const all = make()
    expect(loaded).toEqual([])
    const answer = await all.connect({ walletConnect })
    expect(loaded).toEqual(['walletconnect'])
    expect(relay.dials.some((url) => url.includes('projectId=demo'))).toBe(true)
    expect(answer.addresses).toEqual([
      { address: addresses.main, symbol: 'STX', purpose: 'stacks' },
      { address: addresses.payment, symbol: 'BTC', purpose: 'payment' },
      { address: addresses.ordinals, symbol: 'BTC', purpose: 'ordinals' },
    ])
    expect(await all.request('stx_getAddresses')).toEqual(answer)
    expect([all.isConnected(), asked, kits.length]).toEqual([true, [], 1])
    const { stx, btc } = all.getLocalStorage()?.addresses ?? {}
    expect([stx?.length, btc?.length]).toEqual([1, 2])

    expect(await all.request('stx_transferStx', transfer)).toEqual({ txid })
    expect(await all.request('stx_transferStx', { ...transfer, network: 'testnet' })).toEqual({
      txid,
    })
    const recipients = [{ address: addresses.payment, amount: 7 }]
    expect(await all.request('sendTransfer', { recipients })).toEqual({ txid })
    expect(asked).toMatchObject([
      {
        chain: 'stacks:1',
        method: 'stx_transferStx',
        params: { recipient, amount: '5', network: 'mainnet' },
      },
      { chain: 'stacks:2147483648', method: 'stx_transferStx', params: { network: 'testnet' } },
      {
        chain: bitcoin,
        method: 'sendTransfer',
        params: { recipientAddress: addresses.payment, amount: '7' },
      },
    ])
    expect([...kept.keys()].sort()).toEqual([
      `${prefix}.addresses`,
      `${prefix}.provider`,
      `${prefix}.walletconnect`,
    ])
    expect(kept.get(`${prefix}.provider`)).toBe('WalletConnectProvider')
  })

  test('behavior: a wallet on the page is asked for one network all the same', async () => {
    const page = {}
    const { path } = wbipPersonas.plain
    const wallet = mockWbipWallet({ persona: wbipPersonas.plain, network: 'testnet' })
    wallet.install(page)
    const [, , elsewhere] = wallet.addresses()
    wallet.behave({ lie: { addresses: [{ address: elsewhere?.address, symbol: 'STX' }] } })
    const pick = (kit: Parameters<typeof connect>[0]) =>
      connect(kit, { connector: `stacks:${path}` })
    const all = createStacksConnect({ page, choose: (parameters) => chooseInKit(parameters, pick) })
    await expect(all.connect({ walletConnect })).rejects.toMatchObject({
      cause: { code: 'wallet-answer-invalid' },
    })
    expect((await all.connect({ walletConnect, network: 'testnet' })).addresses).toHaveLength(1)
  })

  test('behavior: after a reload its session is found again, by the options alone', async () => {
    const { make, asked, kits, phone, relay } = await phoneScene()
    await make().connect({ walletConnect })
    const later = make()
    const dials = relay.dials.length
    const both = await Promise.all([
      later.request({ walletConnect }, 'stx_transferStx', transfer),
      later.request({ walletConnect }, 'stx_transferStx', transfer),
    ])
    expect(both).toEqual([{ txid }, { txid }])
    expect(relay.dials).toHaveLength(dials + 1)
    // This page has it by now.
    expect(await later.request('stx_transferStx', transfer)).toEqual({ txid })
    expect([asked.length, kits.length, phone.sessions().length]).toEqual([3, 1, 1])
    expect(await later.request('getAddresses')).toMatchObject({
      addresses: [{ symbol: 'STX' }, {}, {}],
    })
  })

  test('behavior: errors keep their words and numbers', async () => {
    const { make, kept, behave, asked } = await phoneScene()
    kept.set(`${prefix}.provider`, 'WalletConnectProvider')
    const all = make()
    await expect(all.request({ walletConnect }, 'stx_transferStx', transfer)).rejects.toMatchObject(
      notConnected,
    )
    const left = {
      addresses: { stx: [{ address: recipient }], btc: [] },
      version: '0.0.1',
      updatedAt: 1,
    }
    kept.set(`${prefix}.addresses`, JSON.stringify(left))
    expect(all.isConnected()).toBe(true)
    await expect(all.request({ walletConnect }, 'getAddresses')).rejects.toMatchObject(notConnected)
    // It ended while no page was open.
    expect([all.isConnected(), kept.get(`${prefix}.provider`)]).toEqual([
      false,
      'WalletConnectProvider',
    ])
    await all.connect({ walletConnect })
    for (const method of ['stx_somethingElse', 'ord_getInscriptions', 'constructor']) {
      await expect(all.request(method, {})).rejects.toMatchObject({
        code: -32601,
        message: `WalletConnectProvider does not support method ${method}. Please use a supported method.`,
      })
    }
    await expect(all.request('stx_transferStx', { recipient })).rejects.toMatchObject({
      code: -32602,
    })
    expect(asked).toEqual([])
    behave('reject', 'stx_transferStx')
    await expect(all.request('stx_transferStx', transfer)).rejects.toMatchObject({ code: -32000 })
  })

  test('behavior: disconnecting ends the session and forgets it, after a reload too', async () => {
    const { make, kept, phone } = await phoneScene()
    const all = make()
    await all.connect({ walletConnect })
    all.disconnect()
    expect([all.isConnected(), kept.has(`${prefix}.provider`)]).toEqual([false, false])
    await expect.poll(() => [phone.sessions().length, kept.size], patient).toEqual([0, 0])
    await all.connect({ walletConnect })
    make().disconnect({ walletConnect })
    await expect.poll(() => [phone.sessions().length, kept.size], patient).toEqual([0, 0])
  })

  test('behavior: without the options a later page can only forget it', async () => {
    const { make, kept, phone } = await phoneScene()
    await make().connect({ walletConnect })
    make().disconnect()
    await expect.poll(() => kept.size, patient).toBe(0)
    expect(phone.sessions()).toHaveLength(1)
  })

  test('behavior: what the wallet ends is over here', async () => {
    const { make, phone, kept } = await phoneScene()
    const all = make()
    await all.connect({ walletConnect })
    await phone.end()
    await expect.poll(() => all.isConnected(), patient).toBe(false)
    expect(kept.get(`${prefix}.provider`)).toBe('WalletConnectProvider')
    await expect(all.request('stx_transferStx', transfer)).rejects.toMatchObject(notConnected)
    await all.connect({ walletConnect })
    expect(await all.request('stx_transferStx', transfer)).toEqual({ txid })
  })

  test('behavior: who chooses another wallet leaves no session behind', async () => {
    const { make, phone } = await phoneScene()
    const all = make()
    await all.connect({ walletConnect })
    const [first] = phone.sessions()
    await all.connect({ walletConnect })
    await expect.poll(() => phone.sessions(), patient).toHaveLength(1)
    expect(phone.sessions()[0]?.topic).not.toBe(first?.topic)
    expect(await all.request('stx_transferStx', transfer)).toEqual({ txid })
  })

  test('parameters: walletConnectProjectId, relays, persistWalletSelect, networks', async () => {
    const { make, kept, kits } = await phoneScene()
    const all = make()
    const options = {
      walletConnectProjectId: 'demo',
      relays,
      persistWalletSelect: false,
      enableLocalStorage: false,
    }
    expect((await all.connect(options)).addresses).toHaveLength(3)
    expect(kept.size).toBe(0)
    const networks = [{ caipNetworkId: 'stacks:2147483648' }]
    const answer = await all.connect({
      walletConnect: { ...walletConnect, networks },
      network: 'testnet',
    })
    expect(answer.addresses.map(({ address }) => address.slice(0, 2))).toEqual(['ST'])
    expect(kits.at(-1)?.chains.map(({ id }) => id)).toEqual(['stacks:2147483648'])
  })

  test('parameters: approvedProviderIds, it is one of those that may be chosen', async () => {
    const { make, kits, kept } = await phoneScene()
    const all = make()
    await all.connect({ walletConnect, approvedProviderIds: ['WalletConnectProvider'] })
    expect(kits[0]?.options.wallets?.custom).toEqual([])
    expect(kept.get(`${prefix}.provider`)).toBe('WalletConnectProvider')
    const others = { walletConnect, approvedProviderIds: ['LeatherProvider'] }
    await expect(all.request(others, 'stx_transferStx', transfer)).rejects.toMatchObject({
      code: -31001,
    })
    expect([kits[0], kits[1]].map((kit) => kit?.options.transports?.length)).toEqual([1, undefined])
  })
})
