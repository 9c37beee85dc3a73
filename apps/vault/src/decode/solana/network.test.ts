import {
  address,
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase58Decoder,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessageLifetimeUsingDurableNonce,
} from '@solana/kit'
import { describe, expect, test } from 'vitest'
import type { ApprovalRequest } from '../reading.ts'
import { decodeBase58 } from './base58.ts'
import { type AskNode, readOnNetwork } from './network.ts'

const ada = address('4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi')
const bob = address('8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR')
const nonceAccount = address('GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq')
const blockhash = '6Gs8ztmMhNjn8ePwVKbZXgC6nTX7tNjyC3yGDpm5aZWK' as Blockhash
const system = address('1'.repeat(32))

const transfer = {
  programAddress: system,
  accounts: [
    { address: ada, role: 3 },
    { address: bob, role: 1 },
  ],
  data: Uint8Array.of(2, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0),
}
const made = (isDurable = false): string => {
  const nonce = {
    nonce: blockhash as never,
    nonceAccountAddress: nonceAccount,
    nonceAuthorityAddress: ada,
  }
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (one) => setTransactionMessageFeePayer(ada, one),
    (one) =>
      isDurable
        ? setTransactionMessageLifetimeUsingDurableNonce(nonce, one as never)
        : setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 1n }, one),
    (one) => appendTransactionMessageInstruction(transfer, one as never),
  )
  return getBase64EncodedWireTransaction(compileTransaction(message as never))
}
const about = (more: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  chain: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  method: 'solana_signTransaction',
  params: { transaction: made() },
  account: ada,
  site: 'https://shop.example',
  now: 0,
  ...more,
})
/** A node, and what it was asked. */
const nodeOf = (answer: (method: string) => unknown) => {
  const asked: [string, readonly unknown[]][] = []
  const ask: AskNode = async (method, params) => {
    asked.push([method, params])
    return { context: { slot: 1 }, value: answer(method) }
  }
  return { ask, asked }
}
const account = (nonce: string, owner: string = system) => {
  const data = new Uint8Array(80)
  data.set([1, 0, 0, 0, 1, 0, 0, 0])
  data.set(decodeBase58(nonce, 44) ?? [], 40)
  return { owner, data: [Buffer.from(data).toString('base64'), 'base64'], lamports: 1_500_000 }
}

describe('readOnNetwork', () => {
  test('default: a blockhash that the node of the named network knows', async () => {
    const { ask, asked } = nodeOf(() => true)
    expect(await readOnNetwork(about(), ask)).toMatchObject({ kind: 'transaction', warnings: [] })
    expect(asked).toEqual([['isBlockhashValid', [blockhash, { commitment: 'processed' }]]])
  })

  test('behavior: one of another network is not to be approved, nor are several with one such', async () => {
    const { ask, asked } = nodeOf(() => false)
    expect(await readOnNetwork(about(), ask)).toMatchObject({
      kind: 'unreadable',
      reason: 'network',
    })
    expect(asked).toHaveLength(2)
    const answers = [true, false, false]
    const several = about({
      method: 'solana_signAllTransactions',
      params: { transactions: [made(), made()] },
    })
    const mixed = nodeOf(() => answers.shift())
    expect(await readOnNetwork(several, mixed.ask)).toMatchObject({
      kind: 'unreadable',
      reason: 'network',
    })
  })

  test('behavior: what stands beside the transaction that is asked for does not hide it', async () => {
    for (const more of [{ transactions: [] }, { transactions: [made(true)] }]) {
      const { ask } = nodeOf(() => false)
      const beside = about({ params: { transaction: made(), ...more } })
      expect(await readOnNetwork(beside, ask)).toMatchObject({
        kind: 'unreadable',
        reason: 'network',
      })
    }
  })

  test('behavior: a node that has the newest block a moment later', async () => {
    const answers = [false, true]
    const { ask } = nodeOf(() => answers.shift())
    expect(await readOnNetwork(about(), ask)).toMatchObject({ kind: 'transaction', warnings: [] })
  })

  test('behavior: what no node could tell is warned of', async () => {
    const silent: AskNode = () => Promise.reject(new Error('no'))
    const odd: readonly AskNode[] = [
      silent,
      async () => undefined,
      async () => true,
      async () => ({ value: 'yes' }),
    ]
    for (const ask of odd) {
      for (const isDurable of [false, true]) {
        expect(
          await readOnNetwork(about({ params: { transaction: made(isDurable) } }), ask),
        ).toMatchObject({
          kind: 'transaction',
          warnings: expect.arrayContaining(['network-unchecked']),
        })
      }
    }
  })

  test('behavior: a nonce counts where its account holds it, and the transaction is said not to expire', async () => {
    const durable = about({ params: { transaction: made(true) } })
    const other = getBase58Decoder().decode(new Uint8Array(32).fill(9))
    const { ask, asked } = nodeOf(() => account(blockhash))
    expect(await readOnNetwork(durable, ask)).toMatchObject({
      steps: [{ kind: 'send-coin', amount: 7n, from: ada, to: bob }],
      warnings: ['no-expiry'],
    })
    expect(asked.map(([method, [of]]) => [method, of])).toEqual([['getAccountInfo', nonceAccount]])
    for (const held of [account(other), account(blockhash, bob), null]) {
      expect(await readOnNetwork(durable, nodeOf(() => held).ask)).toMatchObject({
        reason: 'network',
      })
    }
  })

  test('behavior: nothing is asked for messages, other families and what cannot be read', async () => {
    const { ask, asked } = nodeOf(() => false)
    const message = getBase58Decoder().decode(new TextEncoder().encode('Hello'))
    const text = about({ method: 'solana_signMessage', params: { message } })
    expect(await readOnNetwork(text, ask)).toMatchObject({ kind: 'message' })
    expect(await readOnNetwork(about({ params: {} }), ask)).toMatchObject({
      kind: 'unreadable',
      reason: 'shape',
    })
    expect(await readOnNetwork(about({ chain: 'eip155:1' }), ask)).toMatchObject({
      reason: 'method',
    })
    expect(asked).toEqual([])
  })
})
