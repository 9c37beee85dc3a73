import { createHash } from 'node:crypto'
import { SigHash, Transaction } from '@scure/btc-signer'
import * as bitcoinjs from 'bitcoinjs-lib'
import { hexToBigInt, recoverPublicKey } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fromBase64, fromHex, toBase64, toHex } from '../family/bytes.ts'
import { seedOfMnemonic } from '../family/seed-of.ts'
import { familyWorld, origin, words } from '../test/family-world.ts'
import { bitcoinKeys } from './accounts.ts'
import { eccLibrary } from './test-curve.ts'

bitcoinjs.initEccLib(eccLibrary)
const regtest = bitcoinjs.networks.regtest
const { payment, ordinals } = bitcoinKeys(await seedOfMnemonic(words), 0)
const stranger = bitcoinKeys(await seedOfMnemonic(words), 1).payment
const coin = 'ab'.repeat(32)
const sha = (...parts: readonly Uint8Array[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
const text = (value: string): Uint8Array => new TextEncoder().encode(value)
const isValid = (publicKey: Uint8Array, hash: Uint8Array, signature: Uint8Array): boolean =>
  publicKey.length === 32
    ? eccLibrary.verifySchnorr(hash, publicKey, signature)
    : eccLibrary.verify(hash, publicKey, signature)

/** Two coins of the account and one of a stranger into two outputs. */
function psbt(sighashType?: number): string {
  const made = new Transaction()
  const inputs = [payment, ordinals, stranger]
  inputs.forEach(({ script }, index) => {
    const witnessUtxo = { script, amount: BigInt(100_000 * (index + 1)) }
    made.addInput({
      txid: fromHex(coin, 'txid'),
      index,
      witnessUtxo,
      ...(sighashType !== undefined && { sighashType }),
    })
  })
  made.addOutputAddress(stranger.address, 450_000n, regtest)
  made.addOutputAddress(payment.address, 149_000n, regtest)
  return toBase64(made.toPSBT())
}

describe('bitcoin', () => {
  const sent: string[] = []
  const coins = [800, 200_000].map((value, vout) => ({
    txid: coin,
    vout,
    value,
    status: { confirmed: true },
  }))
  const node = { answer: '' }
  beforeEach(() => {
    sent.length = 0
    node.answer = ''
    vi.stubGlobal('fetch', async (url: string, { body }: { body?: string } = {}) => {
      if (url.endsWith(`/address/${payment.address}/utxo`)) return Response.json(coins)
      if (url.endsWith('/fee-estimates')) return Response.json({ '1': 9, '6': 2.5 })
      sent.push(String(body))
      return new Response(node.answer || bitcoinjs.Transaction.fromHex(String(body)).getId())
    })
  })
  afterEach(() => void vi.unstubAllGlobals())

  test('behavior: addresses are those of BIP-84 and BIP-86, by another library', () => {
    const p2wpkh = bitcoinjs.payments.p2wpkh({ pubkey: payment.publicKey, network: regtest })
    const p2tr = bitcoinjs.payments.p2tr({ internalPubkey: ordinals.publicKey, network: regtest })
    expect([payment.address, ordinals.address]).toEqual([p2wpkh.address, p2tr.address])
  })

  test('parameters: sendTransfer', async () => {
    const { request, last } = familyWorld()
    const recipients = [{ address: stranger.address, amount: '50000' }]
    const answer = (await request('bitcoin', 'sendTransfer', { recipients })) as { txid: string }
    const transaction = bitcoinjs.Transaction.fromHex(sent[0] ?? '')
    expect(answer.txid).toBe(transaction.getId())
    const [to, change] = transaction.outs
    expect([to?.value, toHex(to?.script ?? [])]).toEqual([50_000n, toHex(stranger.script)])
    expect(toHex(change?.script ?? [])).toBe(toHex(payment.script))
    const fee = 200_000n - (to?.value ?? 0n) - (change?.value ?? 0n)
    expect(fee).toBeGreaterThanOrEqual(BigInt(transaction.virtualSize()) * 3n)
    expect(fee).toBeLessThan(BigInt(transaction.virtualSize()) * 4n)
    const { output } = bitcoinjs.payments.p2pkh({ pubkey: payment.publicKey })
    const hash = transaction.hashForWitnessV0(0, output as Uint8Array, 200_000n, 1)
    const [signature = new Uint8Array()] = transaction.ins[0]?.witness ?? []
    expect(
      isValid(payment.publicKey, hash, bitcoinjs.script.signature.decode(signature).signature),
    ).toBe(true)
    expect(last()).toMatchObject({
      kind: 'bitcoin-transfer',
      origin,
      account: payment.address,
      amount: '0.0005 BTC',
      pinned: { feeRate: '3' },
      rows: [{ name: 'To', value: stranger.address }, { name: 'Fee' }],
    })
  })

  test.each([
    [{ recipients: [] }, -32602],
    [
      { recipients: [{ address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', amount: 1000 }] },
      -32602,
    ],
    [{ recipients: [{ address: stranger.address, amount: 1.5 }] }, -32602],
    [{ recipients: [{ address: stranger.address, amount: -1 }] }, -32602],
    [{ recipients: [{ address: stranger.address, amount: 10 }] }, -32602],
    [{ recipients: [{ address: stranger.address, amount: 200_100 }] }, -32603],
  ])('behavior: %j is refused unasked', async (params, code) => {
    const { request, asked } = familyWorld()
    await expect(request('bitcoin', 'sendTransfer', params)).rejects.toMatchObject({ code })
    expect(asked.map(({ kind }) => kind)).toEqual(['accounts'])
    expect(sent).toEqual([])
  })

  test('behavior: a node that lies of the transaction is an error', async () => {
    node.answer = coin
    const recipients = [{ address: stranger.address, amount: 50_000 }]
    await expect(
      familyWorld().request('bitcoin', 'sendTransfer', { recipients }),
    ).rejects.toMatchObject({
      code: -32603,
    })
  })

  test('parameters: signPsbt', async () => {
    const { request, last } = familyWorld()
    const answer = (await request('bitcoin', 'signPsbt', { psbt: psbt() })) as {
      psbt: string
      txid?: string
    }
    expect(answer.txid).toBeUndefined()
    const signed = bitcoinjs.Psbt.fromBase64(answer.psbt, { network: regtest })
    expect(signed.validateSignaturesOfInput(0, isValid)).toBe(true)
    expect(signed.validateSignaturesOfInput(1, isValid)).toBe(true)
    expect(signed.data.inputs[2]?.partialSig).toBeUndefined()
    expect(last()).toMatchObject({
      kind: 'bitcoin-psbt',
      account: payment.address,
      amount: '0.00151 BTC',
    })
    const rows = last().rows.map(({ name, value }) => `${name}: ${value}`)
    expect(rows).toContain('Signs input 0: 0.001 BTC, payment')
    expect(rows).toContain('Signs input 1: 0.002 BTC, ordinals')
    expect(rows).toContain(`Back to you: ${payment.address}`)
    expect(rows).toContain('Fee: 0.00001 BTC')
    expect(rows.some((row) => row.includes('allows changes'))).toBe(false)
  })

  test('parameters: signPsbt inputs, one of them alone', async () => {
    const { request } = familyWorld()
    const inputs = [{ index: 0, address: payment.address }]
    const answer = (await request('bitcoin', 'signPsbt', { psbt: psbt(), inputs })) as {
      psbt: string
    }
    const { data } = bitcoinjs.Psbt.fromBase64(answer.psbt)
    expect(
      data.inputs.map(({ partialSig, tapKeySig }) => Boolean(partialSig ?? tapKeySig)),
    ).toEqual([true, false, false])
    for (const wrong of [
      [{ index: 2 }],
      [{ index: 3 }],
      [{ index: 0, address: stranger.address }],
      ['x'],
      7,
    ]) {
      await expect(
        request('bitcoin', 'signPsbt', { psbt: psbt(), inputs: wrong }),
      ).rejects.toMatchObject({
        code: -32602,
      })
    }
  })

  test('behavior: a signature that allows changes is only made where the page allows it, and is said', async () => {
    const { request, last } = familyWorld()
    const { SINGLE_ANYONECANPAY: loose } = SigHash
    const ask = (sighashes?: number[]) =>
      request('bitcoin', 'signPsbt', {
        psbt: psbt(loose),
        inputs: [{ index: 0, ...(sighashes && { sighashes }) }],
      })
    await expect(ask([SigHash.ALL])).rejects.toMatchObject({ code: -32602 })
    await ask([loose])
    expect(last().rows).toContainEqual({
      name: 'Input 0 allows changes',
      value: 'SINGLE_ANYONECANPAY',
    })
  })

  test('parameters: signPsbt broadcast', async () => {
    const made = new Transaction()
    made.addInput({
      txid: fromHex(coin, 'txid'),
      index: 0,
      witnessUtxo: { script: payment.script, amount: 9_000n },
    })
    made.addOutputAddress(stranger.address, 8_000n, regtest)
    const { request } = familyWorld()
    const asked = { psbt: toBase64(made.toPSBT()), broadcast: true }
    const { txid } = (await request('bitcoin', 'signPsbt', asked)) as { txid: string }
    expect(bitcoinjs.Transaction.fromHex(sent[0] ?? '').getId()).toBe(txid)
  })

  test.each(['', 'Good evening', 'ü'.repeat(200)])(
    'parameters: signMessage ECDSA %#',
    async (message) => {
      const { request, last } = familyWorld()
      const answer = (await request('bitcoin', 'signMessage', { message })) as {
        signature: string
        address: string
      }
      const bytes = fromBase64(answer.signature, 'signature')
      const { length } = text(message)
      const size = length < 253 ? [length] : [253, length & 255, length >> 8]
      const digest = sha(
        sha(text('\u0018Bitcoin Signed Message:\n'), Uint8Array.from(size), text(message)),
      )
      const recovered = await recoverPublicKey({
        hash: digest,
        signature: {
          r: `0x${toHex(bytes.slice(1, 33))}`,
          s: `0x${toHex(bytes.slice(33))}`,
          yParity: (bytes[0] ?? 0) - 39,
        },
      })
      const x = recovered.slice(4, 68)
      expect(`0${2n + (hexToBigInt(recovered) & 1n)}${x}`).toBe(toHex(payment.publicKey))
      expect(answer.address).toBe(payment.address)
      expect(last()).toMatchObject({ kind: 'bitcoin-message', texts: [{ value: message }] })
    },
  )

  test.each([payment, ordinals])(
    'parameters: signMessage BIP-322, $purpose',
    async ({ address, script, publicKey }) => {
      const { request } = familyWorld()
      const asked = { message: 'Hello World', address, protocol: 'BIP322' }
      const { signature } = (await request('bitcoin', 'signMessage', asked)) as {
        signature: string
      }
      const tag = sha(text('BIP0322-signed-message'))
      const toSpend = new bitcoinjs.Transaction()
      toSpend.version = 0
      toSpend.addInput(
        new Uint8Array(32),
        0xffffffff,
        0,
        Uint8Array.from([0, 32, ...sha(tag, tag, text('Hello World'))]),
      )
      toSpend.addOutput(script, 0n)
      const toSign = new bitcoinjs.Transaction()
      toSign.version = 0
      toSign.addInput(toSpend.getHash(), 0, 0)
      toSign.addOutput(Uint8Array.of(0x6a), 0n)
      const witness = fromBase64(signature, 'signature')
      if (script.length === 34) {
        expect([...witness.slice(0, 2)]).toEqual([1, 64])
        const tweaked = script.slice(2)
        expect(
          isValid(tweaked, toSign.hashForWitnessV1(0, [script], [0n], 0), witness.slice(2)),
        ).toBe(true)
      } else {
        const end = 2 + (witness[1] ?? 0)
        const { signature: body } = bitcoinjs.script.signature.decode(witness.slice(2, end))
        const { output } = bitcoinjs.payments.p2pkh({ pubkey: publicKey })
        expect(
          isValid(publicKey, toSign.hashForWitnessV0(0, output as Uint8Array, 0n, 1), body),
        ).toBe(true)
        expect(toHex(witness.slice(end + 1))).toBe(toHex(publicKey))
      }
    },
  )

  test('behavior: taproot signs no ECDSA, a stranger nothing', async () => {
    const { request } = familyWorld()
    const ask = (params: object) => request('bitcoin', 'signMessage', { message: 'a', ...params })
    await expect(ask({ address: ordinals.address, protocol: 'ECDSA' })).rejects.toMatchObject({
      code: -32602,
    })
    await expect(ask({ protocol: 'x' })).rejects.toMatchObject({ code: -32602 })
    await expect(ask({ address: stranger.address })).rejects.toMatchObject({ code: 4100 })
  })

  test('behavior: a rejection is 4001 and sends nothing', async () => {
    const { signer } = familyWorld(async ({ kind }) => kind === 'accounts')
    await signer.connect(origin, ['bitcoin'])
    for (const [method, params] of [
      ['sendTransfer', { recipients: [{ address: stranger.address, amount: 1000 }] }],
      ['signPsbt', { psbt: psbt(), broadcast: true }],
      ['signMessage', { message: 'a' }],
    ] as const) {
      await expect(
        signer.request({ origin, family: 'bitcoin', method, params }),
      ).rejects.toMatchObject({ code: 4001 })
    }
    expect(sent).toEqual([])
  })
})
