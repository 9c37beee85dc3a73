import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mnemonic } from '../evm/accounts.ts'
import { type BitcoinDevnet, startBitcoinDevnet } from './start-bitcoin-devnet.ts'

const network = { ...TEST_NETWORK, bech32: 'bcrt' }
const key = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic)).derive("m/84'/1'/0'/0/0")
const secret = key.privateKey ?? new Uint8Array()
const { script, address: ada = '' } = p2wpkh(key.publicKey ?? new Uint8Array(), network)
const held: { devnet?: BitcoinDevnet; tookMs: number } = { tookMs: 0 }
const devnet = () => {
  if (!held.devnet) throw new Error('no devnet')
  return held.devnet
}
beforeAll(async () => {
  const from = performance.now()
  held.devnet = await startBitcoinDevnet({ mineAfterMs: false })
  held.tookMs = performance.now() - from
})
afterAll(() => held.devnet?.stop())

const ask = async (path: string, body?: string) => {
  const answer = await fetch(
    `${devnet().url}${path}`,
    body === undefined ? {} : { method: 'POST', body },
  )
  const text = await answer.text()
  return { status: answer.status, text, json: () => JSON.parse(text) as never }
}
interface Coin {
  readonly txid: string
  readonly vout: number
  readonly value: number
  readonly status: { readonly confirmed: boolean }
}
const coins = async (address: string): Promise<readonly Coin[]> =>
  (await ask(`/address/${address}/utxo`)).json()
const spend = (
  coin: Coin,
  options: { fee: bigint; to?: string; with?: Uint8Array; sequence?: number },
) => {
  const tx = new Transaction()
  const { txid, vout: index, value } = coin
  tx.addInput({
    txid,
    index,
    sequence: options.sequence ?? 0xfffffffd,
    witnessUtxo: { script, amount: BigInt(value) },
  })
  tx.addOutputAddress(
    options.to ?? devnet().accounts[1]?.payment ?? '',
    BigInt(value) - options.fee,
    network,
  )
  tx.sign(options.with ?? secret)
  tx.finalize()
  return tx
}
const littleEndian = (amount: bigint) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(amount)
  return bytes.toString('hex')
}
const coinOf = async (value: number) => {
  const found = (await coins(ada)).find((coin) => coin.value === value)
  if (!found) throw new Error(`no coin of ${value}`)
  return found
}

describe('startBitcoinDevnet', () => {
  test('default: funded, and up in time', async () => {
    console.info(`Bitcoin devnet: up in ${Math.round(held.tookMs)} ms`)
    expect(held.tookMs).toBeLessThan(10_000)
    expect(devnet().accounts[0]?.payment).toBe(ada)
    expect(devnet().accounts).toHaveLength(10)
    expect((await ask(`/address/${ada}`)).json()).toMatchObject({
      address: ada,
      chain_stats: {
        funded_txo_count: 4,
        funded_txo_sum: 1_000_000_800,
        spent_txo_sum: 0,
        tx_count: 1,
      },
      mempool_stats: { funded_txo_sum: 0, spent_txo_sum: 0, tx_count: 0 },
    })
    expect((await ask('/block-height/0')).text).toBe(
      '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
    )
  })

  test('behavior: a transaction waits, is mined, and moves the sums', async () => {
    const tx = spend(await coinOf(100_000_000), { fee: 500n })
    expect(await ask('/tx', tx.hex)).toMatchObject({ status: 200, text: tx.id })
    expect((await ask(`/tx/${tx.id}/status`)).json()).toEqual({ confirmed: false })
    expect((await ask(`/address/${ada}/txs/mempool`)).json()).toMatchObject([
      { txid: tx.id, fee: 500 },
    ])
    expect((await ask(`/address/${ada}`)).json()).toMatchObject({
      mempool_stats: { spent_txo_sum: 100_000_000 },
    })
    const height = Number((await ask('/blocks/tip/height')).text)
    await devnet().mine()
    expect((await ask(`/tx/${tx.id}`)).json()).toMatchObject({
      txid: tx.id,
      weight: tx.weight,
      vin: [{ prevout: { scriptpubkey_address: ada, value: 100_000_000 } }],
      vout: [{ scriptpubkey_address: devnet().accounts[1]?.payment, value: 99_999_500 }],
      status: { confirmed: true, block_height: height + 1 },
    })
    expect((await ask(`/tx/${tx.id}/hex`)).text).toBe(tx.hex)
    const history: readonly { txid: string }[] = (await ask(`/address/${ada}/txs`)).json()
    expect(history.map(({ txid }) => txid)[0]).toBe(tx.id)
    expect(history).toHaveLength(2)
    const older: readonly unknown[] = (await ask(`/address/${ada}/txs/chain/${tx.id}`)).json()
    expect(older).toHaveLength(1)
    expect((await ask('/tx', tx.hex)).status).toBe(400)
  })

  test('behavior: who pays more takes the place; what is evicted is unknown again', async () => {
    const coin = await coinOf(400_000_000)
    const [first, poor, second] = [300n, 310n, 900n].map((fee) => spend(coin, { fee }))
    expect((await ask('/tx', first?.hex)).status).toBe(200)
    expect((await ask('/tx', poor?.hex)).text).toContain('insufficient fee')
    expect((await ask(`/tx/${coin.txid}/outspend/${coin.vout}`)).json()).toMatchObject({
      txid: first?.id,
    })
    expect((await ask('/tx', second?.hex)).status).toBe(200)
    expect((await ask(`/tx/${first?.id}`)).status).toBe(404)
    expect((await ask(`/tx/${coin.txid}/outspend/${coin.vout}`)).json()).toMatchObject({
      spent: true,
      txid: second?.id,
    })
    expect(devnet().evict(second?.id ?? '')).toBe(true)
    expect(await ask(`/tx/${second?.id}`)).toMatchObject({
      status: 404,
      text: 'Transaction not found',
    })
    expect((await ask(`/tx/${coin.txid}/outspend/${coin.vout}`)).json()).toEqual({ spent: false })
  })

  test('behavior: the rules of Bitcoin hold', async () => {
    const coin = await coinOf(500_000_000)
    const good = spend(coin, { fee: 400n })
    // Signed for one satoshi more.
    const spoilt = good.hex.replace(littleEndian(499_999_600n), littleEndian(499_999_599n))
    const taproot = spend(coin, { fee: 400n, to: devnet().accounts[2]?.ordinals ?? '' })
    const none = { ...coin, txid: 'ab'.repeat(32) }
    for (const [hex, words] of [
      [spoilt, 'script-verify-flag'],
      [spend(coin, { fee: 20n }).hex, 'min relay fee'],
      [spend(none, { fee: 400n }).hex, 'missingorspent'],
      ['00', 'decode'],
      ['nonsense', 'decode'],
    ] as const) {
      expect(await ask('/tx', hex)).toMatchObject({
        status: 400,
        text: expect.stringContaining(words),
      })
    }
    expect((await ask('/tx', taproot.hex)).status).toBe(200)
    expect(await coins(devnet().accounts[2]?.ordinals ?? '')).toMatchObject([
      { value: 499_999_600 },
    ])
    for (const path of ['/address/nonsense', '/tx/nonsense', '/nothing', '/block-height/999999']) {
      expect([400, 404]).toContain((await ask(path)).status)
    }
  })
})

describe('mineAfterMs', () => {
  test('default: a posted transaction is mined without being asked for', async () => {
    const own = await startBitcoinDevnet({ mineAfterMs: 0 })
    try {
      const utxo: readonly Coin[] = await (await fetch(`${own.url}/address/${ada}/utxo`)).json()
      const [coin] = utxo
      if (!coin) throw new Error('no coin')
      const tx = spend(coin, { fee: 500n })
      await fetch(`${own.url}/tx`, { method: 'POST', body: tx.hex })
      const isMined = async () =>
        ((await (await fetch(`${own.url}/tx/${tx.id}/status`)).json()) as { confirmed: boolean })
          .confirmed
      await expect.poll(isMined).toBe(true)
    } finally {
      await own.stop()
    }
  })
})
