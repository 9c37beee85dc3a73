import { createPublicKey, verify } from 'node:crypto'
import {
  address,
  appendTransactionMessageInstruction,
  blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  getOffchainMessageV1Encoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { describe, expect, test } from 'vitest'
import { fromBase64, toBase64 } from '../family/bytes.ts'
import { familyWorld, origin } from '../test/family-world.ts'

const ada = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
const shop = '2nr1bHFT86W9tGnyvmYW4vcHKsQB3sVQfnddasz4kExM'
const message = (text: string): string => toBase64(new TextEncoder().encode(text))

/** By Node's own curve, which the signer does not call. */
function isSigned(bytes: Uint8Array, signature: unknown, by = ada): boolean {
  const x = Buffer.from(getBase58Encoder().encode(by) as Uint8Array).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, bytes, key, fromBase64(signature, 'signature'))
}

/** A transfer of lamports; bytes made by the chain's own library. */
function transfer(
  lamports: bigint,
  { from = ada, version = 0 as 0 | 1 | 'legacy', more = [] as object[] } = {},
): string {
  const data = new Uint8Array(12)
  data[0] = 2
  new DataView(data.buffer).setBigUint64(4, lamports, true)
  const accounts = [
    { address: address(from), role: 3 },
    { address: address(shop), role: 1 },
  ]
  const instruction = { programAddress: address('1'.repeat(32)), accounts, data }
  const lifetime = { blockhash: blockhash('1'.repeat(32)), lastValidBlockHeight: 1n }
  const built = pipe(
    createTransactionMessage({ version }),
    (one) => setTransactionMessageFeePayer(createNoopSigner(address(from)).address, one),
    (one) => setTransactionMessageLifetimeUsingBlockhash(lifetime, one),
    (one) => appendTransactionMessageInstruction(instruction as never, one),
  )
  const whole = more.reduce<unknown>(
    (all, one) => appendTransactionMessageInstruction(one as never, all as never),
    built,
  )
  return getBase64EncodedWireTransaction(compileTransaction(whole as never))
}

const parts = (wire: string) => {
  const bytes = fromBase64(wire, 'transaction')
  return { signature: toBase64(bytes.slice(1, 65)), body: bytes.slice(65) }
}

describe('solana', () => {
  test('parameters: signMessage', async () => {
    const { request, last } = familyWorld()
    const text = 'Good evening,\nshop'
    const { signature } = (await request('solana', 'signMessage', { message: message(text) })) as {
      signature: string
    }
    expect(isSigned(new TextEncoder().encode(text), signature)).toBe(true)
    expect(isSigned(new TextEncoder().encode('Good evening'), signature)).toBe(false)
    expect(last()).toMatchObject({
      kind: 'solana-message',
      account: ada,
      texts: [{ name: 'Message', value: text }],
    })
    await request('solana', 'signMessage', { message: message('a\u202eb') })
    expect(last().texts).toEqual([{ name: 'Bytes (no readable text)', value: '61e280ae62' }])
  })

  test('behavior: a transaction in the guise of a message is refused', async () => {
    const { request, asked } = familyWorld()
    const { body } = parts(transfer(1n))
    await expect(
      request('solana', 'signMessage', { message: toBase64(body) }),
    ).rejects.toMatchObject({ code: -32602 })
    const legacy = parts(transfer(1n, { version: 'legacy' })).body
    await expect(
      request('solana', 'signMessage', { message: toBase64(legacy) }),
    ).rejects.toMatchObject({
      code: -32602,
    })
    expect(asked.map(({ kind }) => kind)).toEqual(['accounts'])
  })

  test('behavior: of bytes only text and off-chain messages are signed, whatever versions of transactions come', async () => {
    const { request, asked } = familyWorld()
    // Version 1 has its signatures behind the message, one here.
    const first = fromBase64(transfer(1n, { version: 1 }), 'transaction').slice(0, -64)
    const later = Uint8Array.from(first)
    later[0] = 130
    const unknown = Uint8Array.of(1, 2, 3, 200)
    const control = Uint8Array.of(1, 0, 1, 2)
    for (const bytes of [first, later, unknown, control, Uint8Array.of(255, ...first)]) {
      await expect(
        request('solana', 'signMessage', { message: toBase64(bytes) }),
      ).rejects.toMatchObject({
        code: -32602,
      })
    }
    expect(asked.map(({ kind }) => kind)).toEqual(['accounts'])
    const content = 'Hello'
    const requiredSignatories = [{ address: address(ada) }]
    const envelope = getOffchainMessageV1Encoder().encode({
      version: 1,
      content,
      requiredSignatories,
    })
    const given = { message: toBase64(Uint8Array.from(envelope)) }
    const { signature } = (await request('solana', 'signMessage', given)) as { signature: string }
    expect(isSigned(Uint8Array.from(envelope), signature)).toBe(true)
  })

  test.each([0, 'legacy'] as const)('parameters: signTransactions, version %s', async (version) => {
    const { request, last } = familyWorld()
    const price = Uint8Array.of(3, 0x40, 0x42, 0x0f, 0, 0, 0, 0, 0)
    const more = [
      {
        programAddress: address('ComputeBudget111111111111111111111111111111'),
        data: Uint8Array.of(2, 0x40, 0x0d, 3, 0),
      },
      { programAddress: address('ComputeBudget111111111111111111111111111111'), data: price },
    ]
    const asked = transfer(1_500_000_000n, { version, more })
    const answer = (await request('solana', 'signTransactions', {
      transactions: [asked],
      account: ada,
    })) as {
      transactions: string[]
      signatures: string[]
    }
    const { signature, body } = parts(answer.transactions[0] ?? '')
    expect(body).toEqual(parts(asked).body)
    expect(answer.signatures).toEqual([signature])
    expect(isSigned(body, signature)).toBe(true)
    expect(last()).toMatchObject({
      kind: 'solana-transaction',
      account: ada,
      amount: '1.5 SOL',
      rows: [{ name: 'Fee, at most', value: '0.000205 SOL' }],
    })
    expect(last().texts[0]?.value).toBe(`Transfer 1.5 SOL\nfrom ${ada}\nto ${shop}`)
  })

  test('behavior: what asks for no signature of the account, or is no transaction, is refused', async () => {
    const { request, asked } = familyWorld()
    for (const wrong of [transfer(1n, { from: shop }), message('x'), 'no base64!', 7, '']) {
      await expect(
        request('solana', 'signTransactions', { transactions: [wrong] }),
      ).rejects.toMatchObject({
        code: -32602,
      })
    }
    await expect(
      request('solana', 'signTransactions', { transactions: [transfer(1n)], account: shop }),
    ).rejects.toMatchObject({ code: 4100 })
    expect(asked.map(({ kind }) => kind)).toEqual(['accounts'])
  })

  test('parameters: signIn, which connects with the one question', async () => {
    const { signer, asked } = familyWorld()
    const input = {
      statement: 'Welcome',
      nonce: 'abcdefgh12',
      issuedAt: '2026-01-02T03:04:05Z',
      resources: ['https://a.example'],
    }
    const ask = (given: object) =>
      signer.request({ origin, family: 'solana', method: 'signIn', params: { input: given } })
    const answer = (await ask(input)) as { address: string; message: string; signature: string }
    const bytes = fromBase64(answer.message, 'message')
    expect(new TextDecoder().decode(bytes)).toBe(
      `shop.example wants you to sign in with your Solana account:\n${ada}\n\nWelcome\n\nNonce: abcdefgh12\nIssued At: 2026-01-02T03:04:05Z\nResources:\n- https://a.example`,
    )
    expect(isSigned(bytes, answer.signature)).toBe(true)
    expect(asked.map(({ kind }) => kind)).toEqual(['solana-sign-in'])
    expect(signer.granted(origin, ['solana']).map(({ address: own }) => own)).toEqual([ada])
    for (const wrong of [
      { domain: 'bank.example' },
      { address: shop },
      { statement: 'a\nb' },
      { nonce: 7 },
    ]) {
      await expect(ask(wrong)).rejects.toMatchObject({ code: -32602 })
    }
  })

  test('behavior: a rejection is 4001 and signs, sends and connects nothing', async () => {
    const { signer } = familyWorld(async ({ kind }) => kind === 'accounts')
    const ask = (method: string, params: object) =>
      signer.request({ origin, family: 'solana', method, params })
    await expect(ask('signIn', { input: {} })).rejects.toMatchObject({ code: 4001 })
    expect(signer.grants()).toEqual({})
    await signer.connect(origin, ['solana'])
    for (const [method, params] of [
      ['signMessage', { message: message('a') }],
      ['signTransactions', { transactions: [transfer(1n)] }],
      ['sendTransaction', { transaction: transfer(1n) }],
    ] as const) {
      await expect(ask(method, params)).rejects.toMatchObject({ code: 4001 })
    }
  })
})
