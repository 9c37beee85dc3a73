import {
  connect,
  createKit,
  getAccount,
  type Kit,
  signMessage,
  switchAccount,
} from '@latchkey/core'
import {
  isBitcoinSignature,
  type MockWbipWallet,
  mockBitcoinStandardWallet,
  mockWbipWallet,
  wbipPersonas,
} from '@latchkey/testing'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { SigHash, Transaction } from '@scure/btc-signer'
import { Psbt } from 'bitcoinjs-lib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { local, published } from '../../test/fixture.ts'
import { ownFunctionsWallet } from '../../test/own-functions.ts'
import { bitcoin } from '../bitcoin.ts'
import { mainnet } from '../chains.ts'
import { networkOf } from '../network.ts'
import { getAddresses } from './get-addresses.ts'
import { getFeeRates } from './get-fee-rates.ts'
import { sendTransfer } from './send-transfer.ts'
import { signPsbt } from './sign-psbt.ts'

const stops: (() => void)[] = []
afterEach(() => {
  vi.unstubAllGlobals()
  for (const stop of stops.splice(0)) {
    stop()
  }
})

async function connected(
  wallet: Pick<MockWbipWallet, 'install'>,
  chain: typeof local = local,
  page: object = {},
) {
  wallet.install(page)
  const kit = createKit({
    adapters: [bitcoin({ chains: [{ ...chain, rpcUrls: ['http://node.example'] }], page })],
    storage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
  })
  stops.push(kit.subscribe(() => {}))
  const connector = await vi.waitUntil(() => Object.keys(kit.getState().connectors)[0])
  await connect(kit, { connector })
  return kit
}
/** A node with one coin of 90,000 satoshi; what it is handed. */
function node(): string[] {
  const posted: string[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string } = {}) => {
    if (body !== undefined) posted.push(body)
    const id = body === undefined ? '' : Transaction.fromRaw(Buffer.from(body, 'hex')).id
    const coin = { txid: 'cd'.repeat(32), vout: 1, value: 90_000, status: { confirmed: true } }
    return new Response(url.endsWith('/utxo') ? JSON.stringify([coin]) : id || '{}')
  })
  return posted
}
const rich = () => mockWbipWallet({ persona: wbipPersonas.rich })

/** A PSBT that spends both addresses of the mock wallet. */
function psbtOf(kit: Kit, more: { sighash?: number; payment?: boolean } = {}) {
  const accounts = kit.getState().connections[kit.getState().active.bip122 ?? '']
  const addresses =
    accounts?.status === 'connected'
      ? (accounts.sessions[0]?.accounts ?? []).map(({ account }) => account)
      : []
  const network = networkOf(local.id)
  const transaction = new Transaction()
  for (const [i, account] of addresses.slice(0, more.payment ? 1 : undefined).entries()) {
    const before = new Transaction({ allowUnknownOutputs: true })
    before.addOutputAddress(account.slice(local.id.length + 1), 10_000n, network)
    const { script, amount } = before.getOutput(0)
    if (!script || amount === undefined) throw new Error('no output')
    transaction.addInput({ txid: `${i + 1}`.repeat(64), index: 0, witnessUtxo: { script, amount } })
    if (more.sighash !== undefined) transaction.updateInput(i, { sighashType: more.sighash })
  }
  transaction.addOutputAddress(published.test[1], more.payment ? 9_000n : 15_000n, network)
  return Buffer.from(transaction.toPSBT()).toString('base64')
}

describe('getFeeRates', () => {
  test.each([true, false])(
    'behavior: without a node it says what to give, connected: %s',
    async (joins) => {
      const page = {}
      mockWbipWallet({ persona: wbipPersonas.plain }).install(page)
      const kit = createKit({ adapters: [bitcoin({ chains: [local], page })], storage: null })
      stops.push(kit.subscribe(() => {}))
      const connector = await vi.waitUntil(() => Object.keys(kit.getState().connectors)[0])
      if (joins) await connect(kit, { connector })
      const error = await getFeeRates(kit, { chain: local.id }).catch((error: unknown) => error)
      expect(error).toMatchObject({ code: 'read-unavailable' })
      expect((error as Error).message).toContain('give the chain rpcUrls, or the kit a gateway')
    },
  )
})

describe('signPsbt', () => {
  test('default: what it may sign is told by address, what comes back is proven', async () => {
    const wallet = mockWbipWallet({ persona: wbipPersonas.plain })
    const kit = await connected(wallet)
    const { psbt, txid } = await signPsbt(kit, { psbt: psbtOf(kit), signInputs: [0] })
    expect(txid).toBeUndefined()
    expect(wallet.requests.at(-1)?.params).toMatchObject({
      signAtIndex: [0],
      broadcast: false,
      network: 'regtest',
    })
    expect(Transaction.fromPSBT(Buffer.from(psbt, 'base64')).getInput(0).partialSig).toHaveLength(1)
  })

  test('parameters: bytes, judged by a second library', async () => {
    const kit = await connected(mockWbipWallet({ persona: wbipPersonas.plain }))
    const requested = psbtOf(kit, { payment: true })
    const bytes = Uint8Array.from(Buffer.from(requested, 'base64'))
    const { psbt } = await signPsbt(kit, { psbt: bytes })
    const [before, after] = [Psbt.fromBase64(requested), Psbt.fromBase64(psbt)]
    expect(after.data.getTransaction()).toEqual(before.data.getTransaction())
    const isValid = after.validateSignaturesOfInput(0, (key, digest, signature) =>
      secp256k1.verify(signature, digest, key, { prehash: false }),
    )
    expect(isValid).toBe(true)
    after.finalizeAllInputs()
    expect(after.extractTransaction().ins[0]?.witness).toHaveLength(2)
  })

  test.each([
    ['rpc-invalid-params', { psbt: 'cHNidP8=' }],
    ['rpc-invalid-params', { psbt: 'x' }],
    ['rpc-invalid-params', { psbt: new Uint8Array(8) }],
    ['rpc-invalid-params', { signInputs: [7] }],
  ] as const)('behavior: %s %o', async (code, more) => {
    const wallet = rich()
    const kit = await connected(wallet)
    await expect(signPsbt(kit, { psbt: psbtOf(kit), ...more })).rejects.toMatchObject({ code })
    expect(wallet.requests).toHaveLength(1)
  })

  test('behavior: what a PSBT asks to cover must be allowed, before the wallet is asked', async () => {
    const wallet = mockWbipWallet({ persona: wbipPersonas.plain })
    const kit = await connected(wallet)
    const psbt = psbtOf(kit, { sighash: SigHash.NONE })
    await expect(signPsbt(kit, { psbt, signInputs: [0] })).rejects.toMatchObject({
      code: 'rpc-invalid-params',
    })
    expect(wallet.requests).toHaveLength(1)
  })

  test('behavior: what comes back unsigned is refused', async () => {
    const verbs = { signPsbt: ({ psbt }: Readonly<Record<string, unknown>>) => ({ psbt }) }
    const kit = await connected(mockWbipWallet({ persona: wbipPersonas.rich, verbs }))
    const answer = signPsbt(kit, { psbt: psbtOf(kit), signInputs: [1] })
    await expect(answer).rejects.toMatchObject({ code: 'wallet-answer-invalid' })
  })

  test.each([undefined, 'receiver', 'amount', 'output', 'input', 'sequence'] as const)(
    'behavior: from a wallet that alters what it signs (%s) nothing is taken and nothing sent',
    async (alters) => {
      const posted = node()
      const persona = { ...wbipPersonas.plain, ...(alters && { alters }) }
      const wallet = mockWbipWallet({ persona })
      const kit = await connected(wallet)
      const psbt = psbtOf(kit, { payment: true })
      const outcome = async (broadcast: boolean) =>
        signPsbt(kit, { psbt, signInputs: [0], broadcast }).then(
          () => 'taken',
          (error: unknown) => (error as { code?: unknown }).code,
        )
      const expected = alters ? 'wallet-answer-invalid' : 'taken'
      expect([await outcome(false), await outcome(true)]).toEqual([expected, expected])
      // It was asked both times, and signed; only what the honest one signed went to a node.
      expect(wallet.requests.filter(({ method }) => method === 'signPsbt')).toHaveLength(2)
      expect(posted).toHaveLength(alters ? 0 : 1)
    },
  )

  test('behavior: nothing is sent that is signed in part', async () => {
    const posted = vi.fn(async () => new Response('x'))
    vi.stubGlobal('fetch', posted)
    const kit = await connected(mockWbipWallet({ persona: wbipPersonas.plain }))
    const answer = signPsbt(kit, { psbt: psbtOf(kit), signInputs: [0], broadcast: true })
    await expect(answer).rejects.toMatchObject({ code: 'rpc-invalid-params' })
    expect(posted).not.toHaveBeenCalled()
  })

  test('behavior: nobody connected', async () => {
    const kit = createKit({ adapters: [bitcoin({ chains: [local], page: {} })] })
    await expect(signPsbt(kit, { psbt: 'x' })).rejects.toMatchObject({ code: 'not-connected' })
  })
})

describe('sendTransfer', () => {
  const recipients = [
    { address: published.test[1], amount: 5000n },
    { address: published.test[1], amount: 6000n },
  ]

  test('default: several at once, by the wallet', async () => {
    const wallet = rich()
    const kit = await connected(wallet)
    expect(await sendTransfer(kit, { recipients })).toEqual({ txid: 'ab'.repeat(32) })
    expect(wallet.requests.at(-1)).toMatchObject({
      method: 'sendTransfer',
      params: {
        recipients: recipients.map(({ address, amount }) => ({ address, amount: Number(amount) })),
      },
    })
  })

  test('parameters: to and amount, one receiver', async () => {
    const wallet = rich()
    const kit = await connected(wallet)
    const [{ address: to, amount }] = recipients as [(typeof recipients)[0]]
    expect(await sendTransfer(kit, { to, amount })).toEqual({ txid: 'ab'.repeat(32) })
    expect(wallet.requests.at(-1)?.params).toMatchObject({
      recipients: [{ address: to, amount: Number(amount) }],
    })
  })

  test('behavior: a wallet that sends to one at a time signs a PSBT for all', async () => {
    const wallet = ownFunctionsWallet('unisat')
    const kit = await connected(wallet, { ...local, id: mainnet })
    const posted = node()
    const [bc = ''] = published.mainnet
    const two = [5000n, 6000n].map((amount) => ({ address: bc, amount }))
    const { txid } = await sendTransfer(kit, { recipients: two })
    const sent = Transaction.fromRaw(Buffer.from(posted[0] ?? '', 'hex'))
    expect([sent.id, sent.getOutput(0).amount, sent.getOutput(1).amount]).toEqual([
      txid,
      5000n,
      6000n,
    ])
    expect(wallet.requests.map(({ method }) => method)).not.toContain('sendTransfer')
  })

  test('behavior: a wallet that sends nothing signs a PSBT', async () => {
    const wallet = mockBitcoinStandardWallet()
    const kit = await connected(wallet, local, new EventTarget())
    const posted = node()
    const { txid } = await sendTransfer(kit, { recipients: recipients.slice(0, 1) })
    const sent = Transaction.fromRaw(Buffer.from(posted[0] ?? '', 'hex'))
    expect([sent.id, sent.getOutput(0).amount]).toEqual([txid, 5000n])
    wallet.behave('reject', 'bitcoin:signTransaction')
    await expect(sendTransfer(kit, { recipients })).rejects.toMatchObject({ code: 'user-rejected' })
    expect(posted).toHaveLength(1)
  })

  test.each([
    ['amount-and-receiver-required', []],
    ['amount-invalid', [{ address: published.test[1], amount: 0n }]],
    ['receiver-invalid', [...recipients, { address: published.mainnet[0], amount: 5000n }]],
  ])('behavior: %s', async (code, list) => {
    const wallet = rich()
    const kit = await connected(wallet)
    await expect(sendTransfer(kit, { recipients: list })).rejects.toMatchObject({ code })
    expect(wallet.requests).toHaveLength(1)
  })
})

describe('the kit', () => {
  test('behavior: either account can be selected, and signs as its kind does', async () => {
    const wallet = rich()
    const kit = await connected(wallet)
    const [payment = '', ordinals = ''] = wallet.addresses().map(({ address }) => address)
    for (const address of [ordinals, payment]) {
      await switchAccount(kit, { account: `${local.id}:${address}` })
      expect(getAccount(kit).address).toBe(address)
      const { signature } = await signMessage(kit, { message: 'Hello' })
      expect(isBitcoinSignature(address, networkOf(local.id), 'Hello', signature)).toBe(true)
    }
    expect(getAccount(kit).accounts).toHaveLength(2)
  })
})

describe('getAddresses', () => {
  test('default: with public keys, those of Bitcoin', async () => {
    const wallet = rich()
    const kit = await connected(wallet)
    expect((await getAddresses(kit)).map(({ address, publicKey }) => [address, publicKey])).toEqual(
      wallet
        .addresses()
        .slice(0, 2)
        .map(({ address, publicKey }) => [address, publicKey]),
    )
    wallet.behave({ lie: { addresses: [{ address: published.mainnet[0] }] } })
    await expect(getAddresses(kit)).rejects.toMatchObject({ code: 'wallet-answer-invalid' })
  })
})
