import { createPrivateKey, sign } from 'node:crypto'
import type { Connector, Kit } from '@latchkey/core'
import { connect, createKit } from '@latchkey/core'
import {
  type MockSolanaWalletOptions,
  mockSolanaSession,
  mockSolanaWallet,
  withPriorityFee,
} from '@latchkey/testing'
import {
  type Address,
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isProof, local, page } from '../../test/fixture.ts'
import { base58 } from '../encoding/base58.ts'
import { signAllTransactions } from './sign-all-transactions.ts'
import { signAndSendTransaction } from './sign-and-send-transaction.ts'
import { signTransaction } from './sign-transaction.ts'

const [one, two] = mockSolanaWallet().accounts
if (!one || !two) throw new Error('no accounts')
const memo = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address
const budget = 'ComputeBudget111111111111111111111111111111' as Address
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const answered: { method: string; params: unknown[] }[] = []
const node = { answer: undefined as unknown }
beforeEach(() => {
  answered.splice(0)
  node.answer = undefined
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { method, params } = JSON.parse(body) as { method: string; params: [string] }
    answered.push({ method, params })
    const [first] = Object.values(
      getTransactionDecoder().decode(getBase64Encoder().encode(params[0])).signatures,
    )
    return Response.json({
      jsonrpc: '2.0',
      id: 1,
      result: node.answer ?? base58(Uint8Array.from(first ?? [])),
    })
  })
})
afterEach(() => void vi.unstubAllGlobals())

/** A transaction that `payer` pays for and both accounts sign when `isShared`. */
function transactionOf(payer: string, isShared = false, version: 0 | 'legacy' = 0): string {
  const instruction: Instruction = {
    programAddress: memo,
    accounts: [{ address: two?.address as Address, role: isShared ? 2 : 0 }],
    data: Uint8Array.of(1, 2, 3),
  }
  const lifetime = { blockhash: '4'.repeat(44) as Blockhash, lastValidBlockHeight: 1n }
  const compiled = compileTransaction(
    pipe(
      createTransactionMessage({ version }),
      (message) => setTransactionMessageFeePayer(payer as Address, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
      (message) => appendTransactionMessageInstruction(instruction, message),
    ) as never,
  )
  return getBase64EncodedWireTransaction(compiled as never)
}

async function injected(options: MockSolanaWalletOptions = {}) {
  const { target, wallet, adapter } = page(options, [local])
  wallet.install(target)
  const kit = createKit({ adapters: [adapter] })
  const stop = kit.subscribe(() => {})
  const [connector = ''] = Object.keys(kit.getState().connectors)
  await connect(kit, { connector })
  stop()
  return { kit, wallet }
}

async function overWire(methods: readonly string[], isBrief = false) {
  const wallet = mockSolanaWallet({ isAuthorized: true })
  const session = mockSolanaSession(wallet, { chains: [local.id], methods, isBrief })
  const { adapter } = page({}, [local])
  // What the session does not hold is refused before it leaves.
  const bound: typeof session = {
    ...session,
    request: (chain, method, ...rest) =>
      methods.includes(method)
        ? session.request(chain, method, ...rest)
        : Promise.reject({ code: 4200 }),
  }
  const connector = (await adapter.remote?.(bound)) as Connector
  const { sessions } = await connector.connect({
    chains: [local],
    silent: true,
    signal: new AbortController().signal,
    onPrompt: () => {},
  })
  const real = createKit({ adapters: [adapter] })
  const state = {
    ...real.getState(),
    active: { solana: connector.id },
    connectors: { [connector.id]: connector },
    connections: { [connector.id]: { status: 'connected', sessions, hidden: [] } },
  }
  return { kit: { ...real, getState: () => state } as unknown as Kit, wallet, session }
}

const messageOf = (text: string) =>
  Uint8Array.from(getTransactionDecoder().decode(getBase64Encoder().encode(text)).messageBytes)
const ways = [
  ['a wallet of Wallet Standard', () => injected()],
  ['a phone', () => overWire(['solana_signTransaction', 'solana_signAndSendTransaction'])],
  ['a phone that answers the signature alone', () => overWire(['solana_signTransaction'], true)],
] as const

describe('signTransaction', () => {
  test.each(ways)('default: by %s', async (_, open) => {
    const { kit } = await open()
    const transaction = transactionOf(one.address)
    const signed = await signTransaction(kit, { transaction })
    expect(signed.account).toBe(`${local.id}:${one.address}`)
    expect(isProof(one.address, messageOf(transaction), signed.signature)).toBe(true)
    expect(messageOf(signed.transaction)).toEqual(messageOf(transaction))
    expect(answered).toEqual([])
  })

  test('parameters: account, one of several signers, whose signatures stay', async () => {
    const { kit } = await injected()
    const transaction = transactionOf(one.address, true)
    const first = await signTransaction(kit, { transaction })
    const second = await signTransaction(kit, {
      transaction: first.transaction,
      account: `${local.id}:${two.address}`,
    })
    const { signatures } = getTransactionDecoder().decode(
      getBase64Encoder().encode(second.transaction),
    )
    for (const [address, signature] of Object.entries(signatures)) {
      expect(
        isProof(address, messageOf(transaction), base58(Uint8Array.from(signature ?? []))),
      ).toBe(true)
    }
    expect(Object.keys(signatures)).toEqual([one.address, two.address])
  })

  test('behavior: a legacy transaction goes over the wire in both its spellings, a versioned one in one', async () => {
    const { kit, session } = await overWire(['solana_signTransaction'])
    await signTransaction(kit, { transaction: transactionOf(one.address, true, 'legacy') })
    await signTransaction(kit, { transaction: transactionOf(one.address) })
    const [old, versioned] = session.requests.map(({ params }) => params)
    expect(old).toMatchObject({
      pubkey: one.address,
      feePayer: one.address,
      recentBlockhash: '4'.repeat(44),
      instructions: [
        {
          programId: memo,
          data: 'Ldp',
          keys: [{ pubkey: two.address, isSigner: true, isWritable: false }],
        },
      ],
    })
    expect(Object.keys(versioned as object)).toEqual(['transaction', 'pubkey'])
  })

  test.each([
    ['rpc-invalid-params', { transaction: 'no base64' }],
    ['rpc-invalid-params', { transaction: '' }],
    ['rpc-invalid-params', { transaction: transactionOf(two.address) }],
    [
      'account-missing',
      { transaction: transactionOf(one.address), account: `solana:other:${one.address}` },
    ],
    ['aborted', { transaction: transactionOf(one.address), signal: AbortSignal.abort() }],
  ] as const)('behavior: %s, and nobody is asked', async (code, parameters) => {
    const { kit, wallet } = await injected()
    const before = wallet.prompts()
    await expect(signTransaction(kit, parameters)).rejects.toMatchObject({ code })
    expect(wallet.prompts()).toBe(before)
  })

  test('behavior: without a wallet', async () => {
    const kit = createKit({ adapters: [page({}, [local]).adapter] })
    const transaction = transactionOf(one.address)
    await expect(signTransaction(kit, { transaction })).rejects.toMatchObject({
      code: 'not-connected',
    })
  })

  test.each([0, 'legacy'] as const)(
    'behavior: a wallet may set its priority fee: version %s',
    async (version) => {
      const { kit } = await injected({ rewrites: withPriorityFee })
      const asked = transactionOf(one.address, false, version)
      const { transaction, signature } = await signTransaction(kit, { transaction: asked })
      expect(isProof(one.address, messageOf(transaction), signature)).toBe(true)
      // By the chain's own library: the limit, the price, and then what was asked for.
      const { staticAccounts, ...rest } = getCompiledTransactionMessageDecoder().decode(
        messageOf(transaction),
      )
      const steps = 'instructions' in rest ? rest.instructions : []
      expect(steps.map(({ programAddressIndex }) => staticAccounts[programAddressIndex])).toEqual([
        budget,
        budget,
        memo,
      ])
      expect(steps.at(-1)?.data).toEqual(Uint8Array.of(1, 2, 3))
    },
  )

  test.each([
    [
      'a fee above a hundredth of a SOL',
      (asked: Uint8Array) => withPriorityFee(asked, { microLamports: 50_000_005n }),
    ],
    ['other data', (asked: Uint8Array) => asked.with(-2, 9)],
    ['other data beside a fee', (asked: Uint8Array) => withPriorityFee(asked.with(-2, 9))],
    [
      'another blockhash',
      (asked: Uint8Array) => withPriorityFee(asked.with(65 + 4 + 64 + 32 + 5, 9)),
    ],
  ])('behavior: %s is refused', async (_, rewrites) => {
    const { kit } = await injected({ rewrites })
    const signed = signTransaction(kit, {
      transaction: transactionOf(one.address, false, 'legacy'),
    })
    await expect(signed).rejects.toMatchObject({ code: 'wallet-answer-invalid' })
  })

  test('behavior: a fee as large as the page’s own may be set', async () => {
    const large = { microLamports: 60_000_000n }
    const { kit } = await injected({
      rewrites: (asked) => withPriorityFee(asked, { ...large, units: 200_000 }),
    })
    const bytes = Uint8Array.from(getBase64Encoder().encode(transactionOf(one.address)))
    const asked = base64(withPriorityFee(bytes, { ...large, units: 210_000 }))
    expect((await signTransaction(kit, { transaction: asked })).transaction).not.toBe(asked)
  })

  test('behavior: nothing is changed that somebody else has signed', async () => {
    const { kit } = await injected()
    const half = await signTransaction(kit, { transaction: transactionOf(one.address, true) })
    const other = await injected({ rewrites: withPriorityFee })
    const account = `${local.id}:${two.address}` as const
    const signed = signTransaction(other.kit, { transaction: half.transaction, account })
    await expect(signed).rejects.toMatchObject({ code: 'wallet-answer-invalid' })
  })

  test('behavior: another transaction than the one asked for is refused', async () => {
    const { kit, wallet } = await injected()
    const [other] = (await wallet.ask('solana:signTransaction', {
      account: wallet.accounts[0],
      transaction: Uint8Array.from(getBase64Encoder().encode(transactionOf(one.address, true))),
    })) as [object]
    wallet.behave({ lie: [other] }, 'solana:signTransaction')
    const signed = signTransaction(kit, { transaction: transactionOf(one.address) })
    await expect(signed).rejects.toMatchObject({ code: 'wallet-answer-invalid' })
  })
})

describe('signAllTransactions', () => {
  const three = [
    transactionOf(one.address),
    transactionOf(one.address, true),
    transactionOf(one.address, false, 'legacy'),
  ]
  test.each([
    ['a wallet of Wallet Standard', () => injected(), 1],
    ['a phone', () => overWire(['solana_signTransaction', 'solana_signAllTransactions']), 1],
    ['a phone that takes one at a time', () => overWire(['solana_signTransaction']), 3],
  ] as const)('default: by %s', async (_, open, prompts) => {
    const { kit, wallet } = await open()
    const before = wallet.prompts()
    const { transactions, signatures, account } = await signAllTransactions(kit, {
      transactions: three,
    })
    expect(account).toBe(`${local.id}:${one.address}`)
    expect(wallet.prompts() - before).toBe(prompts)
    expect(transactions.map(messageOf)).toEqual(three.map(messageOf))
    const proofs = signatures.map((signature, at) =>
      isProof(one.address, messageOf(three[at] ?? ''), signature),
    )
    expect(proofs).toEqual([true, true, true])
  })

  test.each([
    [[]],
    [Array(21).fill(three[0])],
    [[three[0], 'no base64']],
    [[three[0], transactionOf(two.address)]],
  ])('behavior: what cannot be signed asks nobody', async (transactions) => {
    const { kit, wallet } = await injected()
    const before = wallet.prompts()
    const signed = signAllTransactions(kit, { transactions: transactions as string[] })
    await expect(signed).rejects.toMatchObject({ code: 'rpc-invalid-params' })
    expect(wallet.prompts()).toBe(before)
  })

  test('behavior: fewer, other, or one of them twice is refused; a rejection is no lack', async () => {
    const { kit, wallet } = await injected()
    const refused = () => signAllTransactions(kit, { transactions: three })
    const sign = async (transaction = '') => {
      const bytes = Uint8Array.from(getBase64Encoder().encode(transaction))
      const [signed] = (await wallet.ask('solana:signTransaction', {
        account: wallet.accounts[0],
        transaction: bytes,
      })) as object[]
      return signed
    }
    const [first, second] = [await sign(three[0]), await sign(three[1])]
    for (const lie of [[first, second], [first, first, second], null, [first, second, null]]) {
      wallet.behave({ lie }, 'solana:signTransaction')
      await expect(refused()).rejects.toMatchObject({ code: 'wallet-answer-invalid' })
    }
    wallet.behave('reject', 'solana:signTransaction')
    const before = wallet.prompts()
    await expect(refused()).rejects.toMatchObject({ code: 'user-rejected' })
    expect(wallet.prompts()).toBe(before + 1)
  })
})

describe('signAndSendTransaction', () => {
  test.each(ways)('default: by %s', async (_, open) => {
    const { kit, wallet } = await open()
    const transaction = transactionOf(one.address)
    const { signature, account, isAsAsked } = await signAndSendTransaction(kit, { transaction })
    expect([account, isAsAsked]).toEqual([`${local.id}:${one.address}`, true])
    expect(isProof(one.address, messageOf(transaction), signature)).toBe(true)
    const isSentByPage = wallet.requests.at(-1)?.method === 'solana:signTransaction'
    expect(answered.map(({ method }) => method)).toEqual(isSentByPage ? ['sendTransaction'] : [])
  })

  test('behavior: the payer’s signature is its name, whoever of them signs last', async () => {
    const { kit } = await injected({ lacks: ['solana:signAndSendTransaction'] })
    const transaction = transactionOf(one.address, true)
    const half = await signTransaction(kit, { transaction })
    const account = `${local.id}:${two.address}` as const
    const { signature } = await signAndSendTransaction(kit, {
      transaction: half.transaction,
      account,
    })
    expect(signature).toBe(half.signature)
  })

  test.each([
    ['in front, by a wallet that sends', { rewrites: (one: Uint8Array) => withPriorityFee(one) }],
    [
      'in front, by a wallet that only signs',
      {
        rewrites: (one: Uint8Array) => withPriorityFee(one),
        lacks: ['solana:signAndSendTransaction'],
      },
    ],
  ])('behavior: a priority fee %s: it is sent, and not as asked for', async (_, options) => {
    for (const version of [0, 'legacy'] as const) {
      const { kit } = await injected(options)
      const transaction = transactionOf(one.address, false, version)
      const { signature, isAsAsked } = await signAndSendTransaction(kit, { transaction })
      expect([isAsAsked, isProof(one.address, messageOf(transaction), signature)]).toEqual([
        false,
        false,
      ])
      const bytes = Uint8Array.from(getBase64Encoder().encode(transaction))
      expect(isProof(one.address, messageOf(base64(withPriorityFee(bytes))), signature)).toBe(true)
    }
  })

  test('behavior: what a wallet has sent is never called failed, whatever it signed', async () => {
    const { kit, wallet } = await injected()
    const der = Buffer.concat([
      Buffer.from('302e020100300506032b657004220420', 'hex'),
      Buffer.alloc(32, 1),
    ])
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    const signature = Uint8Array.from(sign(null, Buffer.from('other'), key))
    wallet.behave({ lie: [{ signature }] }, 'solana:signAndSendTransaction')
    expect(await signAndSendTransaction(kit, { transaction: transactionOf(one.address) })).toEqual({
      signature: base58(signature),
      account: `${local.id}:${one.address}`,
      isAsAsked: false,
    })
  })

  test('behavior: a rejection is no lack: it is not asked again', async () => {
    const { kit, wallet } = await injected()
    wallet.behave('reject')
    const before = wallet.prompts()
    const sent = signAndSendTransaction(kit, { transaction: transactionOf(one.address) })
    await expect(sent).rejects.toMatchObject({ code: 'user-rejected' })
    expect(wallet.prompts()).toBe(before + 1)
  })

  test('behavior: a node that names another transaction is not believed', async () => {
    const { kit } = await injected({ lacks: ['solana:signAndSendTransaction'] })
    node.answer = base58(new Uint8Array(64).fill(1))
    const transaction = transactionOf(one.address)
    const { signature } = await signAndSendTransaction(kit, { transaction })
    expect(isProof(one.address, messageOf(transaction), signature)).toBe(true)
  })
})
