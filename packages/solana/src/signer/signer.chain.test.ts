import { disconnect, getAccount, switchAccount } from '@latchkey/core'
import { type SolanaDevnet, startSolanaDevnet } from '@latchkey/devnet/solana'
import { withPriorityFee } from '@latchkey/testing'
import {
  compileTransaction,
  createSignableMessage,
  generateKeyPairSigner,
  getBase58Decoder,
  getBase64EncodedWireTransaction,
  signAndSendTransactionMessageWithSigners,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isProof } from '../../test/fixture.ts'
import { ada, grace } from '../../test/ledger-scene.ts'
import {
  askUrl,
  injectedWallet,
  phoneWallet,
  registeredWallet,
  transferMessage,
} from '../../test/signing-kit.ts'
import { sendTransaction } from '../actions/send-transaction.ts'
import { getMessageSigner } from './get-message-signer.ts'
import { getTransactionSigner } from './get-transaction-signer.ts'

const held: { devnet?: SolanaDevnet } = {}
beforeAll(async () => {
  held.devnet = await startSolanaDevnet({ funded: [ada] })
})
afterAll(() => held.devnet?.stop())

const url = () => held.devnet?.url ?? ''
const balanceOf = async (address: string) =>
  BigInt(((await askUrl(url(), 'getBalance', [address])) as { value: number }).value)
const newBlockhash = async () =>
  ((await askUrl(url(), 'getLatestBlockhash')) as { value: { blockhash: string } }).value.blockhash

const wallets = [
  ['a registered wallet', () => registeredWallet(url())],
  [
    'a registered wallet that only signs',
    () => registeredWallet(url(), { lacks: ['solana:signAndSendTransaction'] }),
  ],
  ['a wallet on window', () => injectedWallet(url())],
  ['a phone', () => phoneWallet(url())],
] as const

describe('getTransactionSigner', () => {
  test.each(wallets)('default: @solana/kit signs with %s, then sends', async (_, open) => {
    const { kit, wallet } = await open()
    const signer = getTransactionSigner(kit)
    const message = transferMessage(signer, {
      to: grace,
      lamports: 1_100_000n,
      blockhash: await newBlockhash(),
    })
    const [before, prompts] = [await balanceOf(grace), wallet.prompts()]
    const signed = await signTransactionMessageWithSigners(message)
    expect(wallet.prompts()).toBe(prompts + 1)
    expect(await balanceOf(grace)).toBe(before)
    const transaction = getBase64EncodedWireTransaction(signed)
    const { signature } = await sendTransaction(kit, { transaction })
    expect(isProof(ada, Uint8Array.from(signed.messageBytes), signature)).toBe(true)
    expect(await balanceOf(grace)).toBe(before + 1_100_000n)
  })

  test.each(wallets)('default: @solana/kit signs and sends with %s', async (_, open) => {
    const { kit, wallet } = await open()
    const message = transferMessage(getTransactionSigner(kit), {
      to: grace,
      lamports: 1_200_000n,
      blockhash: await newBlockhash(),
    })
    const [before, prompts] = [await balanceOf(grace), wallet.prompts()]
    const signature = await signAndSendTransactionMessageWithSigners(message)
    expect(wallet.prompts()).toBe(prompts + 1)
    expect(await balanceOf(grace)).toBe(before + 1_200_000n)
    const id = getBase58Decoder().decode(signature)
    expect(await askUrl(url(), 'getSignatureStatuses', [[id]])).toMatchObject({
      value: [{ err: null }],
    })
  })

  test('behavior: several transactions are one prompt, and several to send are refused', async () => {
    const { kit, wallet } = await registeredWallet(url())
    const signer = getTransactionSigner(kit)
    const blockhash = await newBlockhash()
    const both = [1n, 2n].map((lamports) =>
      compileTransaction(transferMessage(signer, { to: grace, lamports, blockhash })),
    )
    const prompts = wallet.prompts()
    const signed = await signer.modifyAndSignTransactions(both)
    expect(wallet.prompts()).toBe(prompts + 1)
    expect(signed.map(({ messageBytes }) => messageBytes)).toEqual(
      both.map(({ messageBytes }) => messageBytes),
    )
    expect(signed.map(({ lifetimeConstraint }) => lifetimeConstraint)).toEqual(
      both.map(({ lifetimeConstraint }) => lifetimeConstraint),
    )
    await expect(signer.signAndSendTransactions(both)).rejects.toMatchObject({
      code: 'rpc-invalid-params',
    })
    expect([await signer.modifyAndSignTransactions([]), wallet.prompts()]).toEqual([
      [],
      prompts + 1,
    ])
  })

  test('behavior: beside a signer of another kind, which signs what the wallet has changed', async () => {
    const { kit } = await registeredWallet(url(), { rewrites: withPriorityFee })
    const other = await generateKeyPairSigner()
    const message = transferMessage(getTransactionSigner(kit), {
      to: grace,
      lamports: 5n,
      blockhash: await newBlockhash(),
    })
    const [instruction] = message.instructions
    const shared = {
      ...message,
      instructions: [
        {
          ...instruction,
          accounts: [
            ...(instruction?.accounts ?? []),
            { address: other.address, role: 2, signer: other },
          ],
        },
      ],
    } as unknown as typeof message
    const before = await balanceOf(grace)
    const signed = await signTransactionMessageWithSigners(shared)
    expect(Object.keys(signed.signatures).sort()).toEqual([ada, other.address].sort())
    await sendTransaction(kit, { transaction: getBase64EncodedWireTransaction(signed) })
    expect(await balanceOf(grace)).toBe(before + 5n)
  })

  test('behavior: one object an account, another for another', async () => {
    const { kit } = await registeredWallet(url())
    const first = getTransactionSigner(kit)
    expect([first.address, getTransactionSigner(kit)]).toEqual([ada, first])
    const { accounts } = getAccount(kit, { namespace: 'solana' })
    const account = accounts[1]?.account as `solana:${string}:${string}`
    expect(getTransactionSigner(kit, { account }).address).toBe(grace)
    await switchAccount(kit, { account })
    expect(getTransactionSigner(kit).address).toBe(grace)
    expect(getTransactionSigner(kit)).not.toBe(first)
    const account2 = `${account}x` as const
    expect(() => getTransactionSigner(kit, { account: account2 })).toThrow(
      expect.objectContaining({ code: 'account-missing' }),
    )
  })

  test('behavior: declined, aborted, and disconnected have their codes', async () => {
    const { kit, wallet } = await registeredWallet(url())
    const signer = getTransactionSigner(kit)
    const blockhash = await newBlockhash()
    const message = transferMessage(signer, { to: grace, lamports: 1n, blockhash })
    const abortSignal = AbortSignal.abort()
    const aborted = signer.modifyAndSignTransactions([compileTransaction(message)], { abortSignal })
    await expect(aborted).rejects.toMatchObject({ code: 'aborted' })
    wallet.behave('reject')
    await expect(signTransactionMessageWithSigners(message)).rejects.toMatchObject({
      code: 'user-rejected',
    })
    await expect(signAndSendTransactionMessageWithSigners(message)).rejects.toMatchObject({
      code: 'user-rejected',
    })
    wallet.behave('approve')
    await disconnect(kit)
    await expect(signTransactionMessageWithSigners(message)).rejects.toMatchObject({
      code: 'not-connected',
    })
    expect(() => getTransactionSigner(kit)).toThrow(
      expect.objectContaining({ code: 'not-connected' }),
    )
  })
})

describe('getMessageSigner', () => {
  test.each(wallets)('default: by %s', async (_, open) => {
    const { kit, wallet } = await open()
    const signer = getMessageSigner(kit)
    expect(getMessageSigner(kit)).toBe(signer)
    const prompts = wallet.prompts()
    const messages = ['Grüße', 'again'].map((text) => createSignableMessage(text))
    const signed = await signer.modifyAndSignMessages(messages)
    expect(wallet.prompts()).toBe(prompts + 2)
    for (const [i, { content, signatures }] of signed.entries()) {
      expect(content).toEqual(messages[i]?.content)
      const signature = getBase58Decoder().decode(signatures[signer.address] ?? new Uint8Array())
      expect(isProof(ada, Uint8Array.from(content), signature)).toBe(true)
    }
    wallet.behave('reject')
    await expect(signer.modifyAndSignMessages(messages)).rejects.toMatchObject({
      code: 'user-rejected',
    })
  })
})

describe('sendTransaction', () => {
  test('behavior: what is not signed, or not by whom it says, asks no node', async () => {
    const { kit } = await registeredWallet(url())
    const message = transferMessage(getTransactionSigner(kit), {
      to: grace,
      lamports: 1n,
      blockhash: await newBlockhash(),
    })
    const signed = await signTransactionMessageWithSigners(message)
    const bytes = Buffer.from(getBase64EncodedWireTransaction(signed), 'base64')
    const before = await balanceOf(grace)
    for (const altered of [bytes.fill(0, 1, 65), bytes.fill(7, 1, 65), Buffer.from('x')]) {
      const transaction = altered.toString('base64')
      await expect(sendTransaction(kit, { transaction })).rejects.toMatchObject({
        code: 'rpc-invalid-params',
      })
    }
    expect(await balanceOf(grace)).toBe(before)
  })

  test('behavior: what the node refuses has its code', async () => {
    const { kit } = await registeredWallet(url())
    const message = transferMessage(getTransactionSigner(kit), {
      to: grace,
      lamports: 10n ** 18n,
      blockhash: await newBlockhash(),
    })
    const signed = await signTransactionMessageWithSigners(message)
    const transaction = getBase64EncodedWireTransaction(signed)
    await expect(sendTransaction(kit, { transaction })).rejects.toMatchObject({
      code: 'insufficient-funds',
    })
  })
})
