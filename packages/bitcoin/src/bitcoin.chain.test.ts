import {
  connect,
  createKit,
  getAccount,
  type Kit,
  type KitStorage,
  prepareSend,
  readSource,
  send,
  watchTransaction,
} from '@latchkey/core'
import {
  type BitcoinDevnet,
  bitcoinDevnetChain,
  startBitcoinDevnet,
} from '@latchkey/devnet/bitcoin'
import {
  type MockWbipWallet,
  mockBitcoinStandardWallet,
  mockWbipWallet,
  wbipPersonas,
} from '@latchkey/testing'
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { p2sh, p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getFeeRates } from './actions/get-fee-rates.ts'
import { sendTransfer } from './actions/send-transfer.ts'
import { signPsbt } from './actions/sign-psbt.ts'
import { bitcoin } from './bitcoin.ts'
import { nativeAsset } from './chains.ts'

const words = 'test test test test test test test test test test test junk'
const root = HDKey.fromMasterSeed(mnemonicToSeedSync(words))
const keyOf = (i: number) => root.derive(`m/84'/1'/0'/0/${i}`).privateKey ?? new Uint8Array()
const hexOf = (i: number) => Buffer.from(keyOf(i)).toString('hex')
const network = { ...TEST_NETWORK, bech32: 'bcrt' }

const held: { devnet?: BitcoinDevnet } = {}
const stops: (() => void)[] = []
beforeAll(async () => {
  held.devnet = await startBitcoinDevnet({ mineAfterMs: 0 })
})
afterAll(() => held.devnet?.stop())
afterEach(() => {
  for (const stop of stops.splice(0)) {
    stop()
  }
})

const devnet = () => {
  if (!held.devnet) throw new Error('no devnet')
  return held.devnet
}
const esplora = async (path: string) =>
  (await fetch(`${devnet().url}${path}`)).json() as Promise<never>
const balanceOf = async (address: string): Promise<number> => {
  const { chain_stats: stats }: { chain_stats: Record<string, number> } = await esplora(
    `/address/${address}`,
  )
  return (stats.funded_txo_sum ?? 0) - (stats.spent_txo_sum ?? 0)
}
const chain = () => bitcoinDevnetChain(devnet().url)
const asset = () => nativeAsset(chain())

function open(
  wallet: Pick<MockWbipWallet, 'install'>,
  storage = new Map<string, string>(),
  page: object = {},
): Kit {
  wallet.install(page)
  const store: KitStorage = {
    getItem: (key) => storage.get(key) ?? null,
    setItem: (key, value) => void storage.set(key, value),
    removeItem: (key) => void storage.delete(key),
  }
  const kit = createKit({ adapters: [bitcoin({ chains: [chain()], page })], storage: store })
  stops.push(kit.subscribe(() => {}))
  return kit
}
const walletOf = (name: 'plain' | 'rich', i: number) =>
  mockWbipWallet({ persona: wbipPersonas[name], keys: [hexOf(i)], node: devnet().url })
const connected = async (wallet: MockWbipWallet) => {
  const kit = open(wallet)
  const connector = Object.keys(kit.getState().connectors)[0] ?? ''
  await connect(kit, { connector })
  return kit
}
const methods = (wallet: Pick<MockWbipWallet, 'requests'>) =>
  wallet.requests.map(({ method }) => method)

describe('bitcoin on a chain', () => {
  test('default: the wallet sends, the chain confirms, both balances move', async () => {
    const wallet = walletOf('plain', 0)
    const kit = await connected(wallet)
    const [ada, grace] = devnet().accounts
    expect(getAccount(kit)).toMatchObject({ status: 'connected', address: ada?.payment })
    const before = await balanceOf(grace?.ordinals ?? '')
    const { transaction, estimate } = await prepareSend(kit, {
      asset: asset(),
      amount: 1_000_000n,
      to: grace?.ordinals ?? '',
    })
    expect(transaction.fee).toBeGreaterThan(0n)
    const { status, hash = '' } = await send(kit, { id: transaction.id, estimate })
    expect([status, methods(wallet)]).toEqual(['submitted', ['getAddresses', 'sendTransfer']])
    expect(await watchTransaction(kit, { id: transaction.id })).toMatchObject({
      status: 'confirmed',
    })
    expect(await balanceOf(grace?.ordinals ?? '')).toBe(before + 1_000_000)
    expect(await esplora(`/tx/${hash}/status`)).toMatchObject({ confirmed: true })
  })

  test.each(['plain', 'rich'] as const)(
    'behavior: all that can leave leaves, by a PSBT that a wallet like %s signed',
    async (name) => {
      const wallet = walletOf(name, 3)
      const kit = await connected(wallet)
      const { address: from = '', account } = getAccount(kit)
      if (name === 'rich') {
        const other = await connected(walletOf('plain', 4))
        const { txid } = await sendTransfer(other, {
          recipients: [
            { address: from, amount: 70_000n },
            { address: from, amount: 800n },
          ],
        })
        await expect
          .poll(async () => esplora(`/tx/${txid}/status`))
          .toMatchObject({ confirmed: true })
      }
      const to = devnet().accounts[5]?.payment ?? ''
      const before = { from: await balanceOf(from), to: await balanceOf(to) }
      const [adapter] = Object.values(kit.adapters)
      const source = readSource(kit, { chain: chain().id })
      const transfer = { from: account ?? 'x:y:z', to, asset: asset(), amount: 1n } as const
      const { most = 0n } = (await adapter?.read.estimateTransfer(source, transfer)) ?? {}
      const { transaction, estimate } = await prepareSend(kit, { asset: asset(), amount: most, to })
      await send(kit, { id: transaction.id, estimate })
      expect(methods(wallet).at(-1)).toBe('signPsbt')
      expect(await watchTransaction(kit, { id: transaction.id })).toMatchObject({
        status: 'confirmed',
      })
      // What is left is the coin of 800 satoshi, which is none to spend.
      expect(await balanceOf(from)).toBe(800)
      expect(await balanceOf(to)).toBe(before.to + Number(most))
      expect(before.from - 800 - Number(most)).toBe(Number(estimate.fee))
    },
  )

  test('behavior: a wallet of Wallet Standard signs what the page plans, and the page hands it over', async () => {
    const wallet = mockBitcoinStandardWallet({ keys: [hexOf(8)] })
    const kit = open(wallet, new Map(), new EventTarget())
    const connector = 'standard:bip122:Mock%20Bitcoin%20Wallet'
    await expect.poll(() => Object.keys(kit.getState().connectors)).toEqual([connector])
    await connect(kit, { connector })
    const to = devnet().accounts[9]?.ordinals ?? ''
    const before = await balanceOf(to)
    const { transaction, estimate } = await prepareSend(kit, {
      asset: asset(),
      amount: 250_000n,
      to,
    })
    await send(kit, { id: transaction.id, estimate })
    expect(await watchTransaction(kit, { id: transaction.id })).toMatchObject({
      status: 'confirmed',
    })
    expect(await balanceOf(to)).toBe(before + 250_000)
    expect(methods(wallet)).toEqual(['bitcoin:connect', 'bitcoin:signTransaction'])
  })

  test('behavior: a PSBT is signed, proven and handed over', async () => {
    const kit = await connected(walletOf('plain', 6))
    const { address: from = '' } = getAccount(kit)
    const coins: { txid: string; vout: number; value: number }[] = await esplora(
      `/address/${from}/utxo`,
    )
    const coin = coins.find(({ value }) => value === 100_000_000)
    if (!coin) throw new Error('no coin')
    const { script } = p2wpkh(root.derive("m/84'/1'/0'/0/6").publicKey ?? new Uint8Array(), network)
    const unsigned = new Transaction()
    const { txid: id, vout: index, value } = coin
    unsigned.addInput({ txid: id, index, witnessUtxo: { script, amount: BigInt(value) } })
    unsigned.addOutputAddress(devnet().accounts[7]?.nested ?? '', 99_990_000n, network)
    const psbt = Buffer.from(unsigned.toPSBT()).toString('base64')
    const { txid } = await signPsbt(kit, { psbt, broadcast: true })
    await expect.poll(async () => esplora(`/tx/${txid}/status`)).toMatchObject({ confirmed: true })
    expect(await balanceOf(devnet().accounts[7]?.nested ?? '')).toBe(99_990_000)
    expect(await getFeeRates(kit, { chain: chain().id })).toEqual({ fast: 4, medium: 3, slow: 1 })
    // Spent by now.
    await expect(signPsbt(kit, { psbt, broadcast: true })).rejects.toMatchObject({
      code: 'node-unknown',
    })
  })

  test('behavior: nested coins of another key are nobody of ours', async () => {
    const kit = await connected(walletOf('plain', 6))
    const { script } = p2sh(
      p2wpkh(root.derive("m/84'/1'/0'/0/7").publicKey ?? new Uint8Array(), network),
      network,
    )
    const unsigned = new Transaction({ disableScriptCheck: true })
    unsigned.addInput({ txid: 'ab'.repeat(32), index: 0, witnessUtxo: { script, amount: 5000n } })
    unsigned.addOutput({ script, amount: 4000n })
    const psbt = Buffer.from(unsigned.toPSBT()).toString('base64')
    await expect(signPsbt(kit, { psbt })).rejects.toMatchObject({ code: 'account-missing' })
  })
})
