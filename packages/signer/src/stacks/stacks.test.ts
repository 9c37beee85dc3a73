import { createHash } from 'node:crypto'
import {
  Cl,
  deserializeTransaction,
  makeUnsignedSTXTokenTransfer,
  Pc,
  PostConditionMode,
  postConditionToHex,
  serializeCV,
} from '@stacks/transactions'
import { recoverPublicKey } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { seedOfMnemonic } from '../family/seed-of.ts'
import { familyWorld, origin, words } from '../test/family-world.ts'
import { stacksAccount } from './accounts.ts'
import { localStacks } from './build.ts'

const own = stacksAccount(await seedOfMnemonic(words), 0)
const other = stacksAccount(await seedOfMnemonic(words), 1)
const contract = `${other.address}.latch-token`
const sha = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
const text = (value: string): Uint8Array => new TextEncoder().encode(value)
const bytesOf = (hex: string): Uint8Array => Buffer.from(hex.replace(/^0x/, ''), 'hex')

/** Recovered by another library than the signer's; compressed, hex. */
async function signerOf(hash: Uint8Array, rsv: string): Promise<string> {
  const signature = {
    r: `0x${rsv.slice(0, 64)}`,
    s: `0x${rsv.slice(64, 128)}`,
    yParity: Number(rsv.slice(128)),
  } as const
  const point = await recoverPublicKey({ hash, signature })
  return `0${2 + (Number.parseInt(point.slice(-1), 16) & 1)}${point.slice(4, 68)}`
}

describe('stacks', () => {
  const sent: string[] = []
  const node = { refuses: false }
  beforeEach(() => {
    sent.length = 0
    node.refuses = false
    vi.stubGlobal('fetch', async (url: string, { body }: { body?: string } = {}) => {
      if (url.endsWith('/nonces')) return Response.json({ possible_next_nonce: 7 })
      if (url.endsWith('/v2/fees/transaction'))
        return node.refuses
          ? Response.json({ reason: 'NoEstimateAvailable' }, { status: 400 })
          : Response.json({ estimations: [{ fee: 180 }, { fee: 250 }, { fee: 900 }] })
      if (url.endsWith('/v2/fees/transfer')) return Response.json(2)
      const { tx } = JSON.parse(String(body)) as { tx: string }
      sent.push(tx)
      return Response.json(deserializeTransaction(tx).txid())
    })
  })
  afterEach(() => void vi.unstubAllGlobals())
  /** What was sent, its signature verified. */
  const read = () => {
    const transaction = deserializeTransaction(sent[0] ?? '')
    transaction.verifyOrigin()
    expect(transaction.chainId).toBe(0x80808080)
    expect(transaction.transactionVersion).toBe(0x80)
    expect(transaction.auth.spendingCondition.nonce).toBe(7n)
    return transaction
  }

  test('parameters: stx_transferStx', async () => {
    const { request, last } = familyWorld()
    const params = { recipient: other.address, amount: '1500000', memo: 'for tea' }
    const answer = (await request('stacks', 'stx_transferStx', params)) as {
      txid: string
      transaction: string
    }
    const transaction = read()
    expect(answer).toEqual({ txid: transaction.txid(), transaction: sent[0] })
    expect(transaction.payload).toMatchObject({
      amount: 1_500_000n,
      recipient: { value: other.address },
    })
    expect(transaction.auth.spendingCondition.fee).toBe(250n)
    expect(last()).toMatchObject({
      kind: 'stacks-transfer',
      account: own.address,
      amount: '1.5 STX',
      pinned: { fee: '250' },
      rows: [
        { name: 'To', value: other.address },
        { name: 'Memo', value: 'for tea' },
        { name: 'Fee', value: '0.00025 STX' },
        { name: 'Afterwards', value: 'Sent at once' },
      ],
    })
  })

  test('behavior: a node without an estimate is asked for its price by the byte', async () => {
    node.refuses = true
    await familyWorld().request('stacks', 'stx_transferStx', {
      recipient: other.address,
      amount: 1,
    })
    expect(read().auth.spendingCondition.fee).toBe(BigInt(sent[0]?.length ?? 0))
  })

  test('parameters: stx_transferSip10Ft', async () => {
    const { request, last } = familyWorld()
    const asset = `${contract}::latch`
    await request('stacks', 'stx_transferSip10Ft', { recipient: other.address, asset, amount: 5 })
    const { payload, postConditions, postConditionMode } = read()
    const args = [Cl.uint(5), Cl.principal(own.address), Cl.principal(other.address), Cl.none()]
    expect(payload).toMatchObject({ functionName: { content: 'transfer' }, functionArgs: args })
    expect([postConditions.values.length, postConditionMode]).toEqual([1, PostConditionMode.Deny])
    expect(last().texts.at(-1)?.value).toBe(
      `${own.address} sends exactly 5 base units of ${asset}\nNothing else may move.`,
    )
  })

  test.each(['7', Cl.serialize(Cl.uint(7))])(
    'parameters: stx_transferSip9Nft, %s',
    async (assetId) => {
      const { request } = familyWorld()
      const asset = `${other.address}.latch-keys::latch-keys`
      await request('stacks', 'stx_transferSip9Nft', { recipient: other.address, asset, assetId })
      const args = [Cl.uint(7), Cl.principal(own.address), Cl.principal(other.address)]
      expect(read().payload).toMatchObject({
        functionName: { content: 'transfer' },
        functionArgs: args,
      })
      expect(read().postConditions.values).toHaveLength(1)
    },
  )

  test('parameters: stx_callContract', async () => {
    const { request, last } = familyWorld()
    const args = [Cl.stringUtf8('hé'), Cl.tuple({ a: Cl.list([Cl.int(-1)]) })]
    const postConditions = [postConditionToHex(Pc.principal(own.address).willSendLte(9).ustx())]
    const params = {
      contract,
      functionName: 'set-name',
      functionArgs: args.map((one) => Cl.serialize(one)),
      postConditions,
    }
    await request('stacks', 'stx_callContract', { ...params, postConditionMode: 'allow' })
    expect(read().payload).toMatchObject({
      contractName: { content: 'latch-token' },
      functionArgs: args,
    })
    expect(read().postConditionMode).toBe(PostConditionMode.Allow)
    expect(last()).toMatchObject({
      kind: 'stacks-call',
      rows: [{ value: contract }, { value: 'set-name' }, {}, {}],
    })
    expect(last().texts.map(({ value }) => value)).toEqual([
      'u"hé"',
      expect.stringMatching(/^\{\s+a: \(list\s+-1\s+\)\s*\}$/),
      `${own.address} sends at most 0.000009 STX\nAnything else may move too.`,
    ])
  })

  test('parameters: stx_deployContract', async () => {
    const { request, last } = familyWorld()
    const clarityCode = '(define-read-only (one) u1)'
    await request('stacks', 'stx_deployContract', { name: 'one', clarityCode, clarityVersion: 3 })
    expect(read().payload).toMatchObject({ clarityVersion: 3, codeBody: { content: clarityCode } })
    expect(last()).toMatchObject({
      kind: 'stacks-deploy',
      texts: [{ name: 'Code', value: clarityCode }, {}],
    })
  })

  test.each([false, true])('parameters: stx_signTransaction, broadcast %s', async (broadcast) => {
    const { request, last } = familyWorld()
    const made = {
      recipient: other.address,
      amount: 3,
      fee: 11,
      nonce: 7,
      publicKey: own.publicKey,
    }
    const unsigned = await makeUnsignedSTXTokenTransfer({ ...made, network: localStacks })
    const asked = { transaction: unsigned.serialize(), broadcast }
    const answer = (await request('stacks', 'stx_signTransaction', asked)) as {
      transaction: string
      txid?: string
    }
    deserializeTransaction(answer.transaction).verifyOrigin()
    expect(sent).toEqual(broadcast ? [answer.transaction] : [])
    expect(answer.txid).toBe(broadcast ? read().txid() : undefined)
    expect(last()).toMatchObject({ kind: 'stacks-transfer', amount: '0.000003 STX' })
    for (const wrong of [
      { ...made, publicKey: other.publicKey, network: localStacks },
      { ...made, network: 'testnet' as const },
    ]) {
      const transaction = (await makeUnsignedSTXTokenTransfer(wrong)).serialize()
      await expect(request('stacks', 'stx_signTransaction', { transaction })).rejects.toMatchObject(
        { code: -32602 },
      )
    }
  })

  test.each(['Good evening', 'ü'.repeat(200)])(
    'parameters: stx_signMessage %#',
    async (message) => {
      const { request, last } = familyWorld()
      const answer = (await request('stacks', 'stx_signMessage', { message })) as {
        signature: string
        publicKey: string
      }
      const { length } = text(message)
      const size = length < 253 ? [length] : [253, length & 255, length >> 8]
      const hash = sha(
        Uint8Array.from([...text('\u0017Stacks Signed Message:\n'), ...size, ...text(message)]),
      )
      expect(await signerOf(hash, answer.signature)).toBe(own.publicKey)
      expect(answer.publicKey).toBe(own.publicKey)
      expect(last()).toMatchObject({
        kind: 'stacks-message',
        texts: [{ name: 'Message', value: message }],
      })
    },
  )

  test('parameters: stx_signStructuredMessage', async () => {
    const { request, last } = familyWorld()
    const domain = Cl.tuple({
      name: Cl.stringAscii('Shop'),
      version: Cl.stringAscii('1'),
      'chain-id': Cl.uint(0x80808080),
    })
    const message = Cl.tuple({ price: Cl.uint(3) })
    const params = { message: Cl.serialize(message), domain: Cl.serialize(domain) }
    const { signature } = (await request('stacks', 'stx_signStructuredMessage', params)) as {
      signature: string
    }
    const parts = [domain, message].map((one) => sha(bytesOf(serializeCV(one))))
    const hash = sha(Uint8Array.from([...text('SIP018'), ...parts.flatMap((part) => [...part])]))
    expect(await signerOf(hash, signature)).toBe(own.publicKey)
    expect(last()).toMatchObject({
      kind: 'stacks-structured-message',
      texts: [{ name: 'Message' }, { name: 'Domain' }],
    })
    const loose = { ...params, domain: Cl.serialize(Cl.uint(1)) }
    await expect(request('stacks', 'stx_signStructuredMessage', loose)).rejects.toMatchObject({
      code: -32602,
    })
  })

  test.each([
    ['stx_transferStx', { recipient: 'ST1', amount: 1 }],
    ['stx_transferStx', { recipient: other.address, amount: 1, memo: 'ü'.repeat(18) }],
    ['stx_transferStx', { recipient: other.address, amount: '1.5' }],
    ['stx_callContract', { contract: 'x', functionName: 'a' }],
    ['stx_callContract', { contract, functionName: 'a b' }],
    ['stx_callContract', { contract, functionName: 'a', functionArgs: ['zz'] }],
    ['stx_callContract', { contract, functionName: 'a', postConditions: ['00'] }],
    ['stx_deployContract', { name: 'a b', clarityCode: '' }],
    ['stx_signTransaction', { transaction: 'abcd' }],
    ['stx_signStructuredMessage', { message: '01', domain: '' }],
  ])('behavior: %s %j is refused unasked', async (method, params) => {
    const { request, asked } = familyWorld()
    await expect(request('stacks', method, params)).rejects.toMatchObject({ code: -32602 })
    expect(asked.map(({ kind }) => kind)).toEqual(['accounts'])
  })

  test('behavior: a rejection is 4001 and sends nothing; another account is 4100', async () => {
    const { signer } = familyWorld(async ({ kind }) => kind === 'accounts')
    await signer.connect(origin, ['stacks'])
    const ask = (method: string, params: object) =>
      signer.request({ origin, family: 'stacks', method, params })
    const transfer = { recipient: other.address, amount: 1 }
    await expect(ask('stx_transferStx', transfer)).rejects.toMatchObject({ code: 4001 })
    await expect(ask('stx_signMessage', { message: 'a' })).rejects.toMatchObject({ code: 4001 })
    await expect(
      ask('stx_transferStx', { ...transfer, address: other.address }),
    ).rejects.toMatchObject({ code: 4100 })
    expect(sent).toEqual([])
  })
})
