import type { ReadSource } from '@latchkey/core'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { p2wpkh, Transaction } from '@scure/btc-signer'
import { describe, expect, test } from 'vitest'
import { local, published } from '../../test/fixture.ts'
import { networkOf } from '../network.ts'
import type { Plan } from '../transaction/plan.ts'
import type { Wire } from '../wire.ts'
import { signPlan } from './sign-plan.ts'

const key = new Uint8Array(32).fill(7)
const from = p2wpkh(secp256k1.getPublicKey(key, true), networkOf(local.id)).address ?? ''
const plan: Plan = {
  inputs: [
    { txid: '11'.repeat(32), vout: 0, value: 30_000n },
    { txid: '22'.repeat(32), vout: 3, value: 20_000n },
  ],
  recipients: [{ address: published.test[1], amount: 40_000n }],
  change: 9_000n,
  fee: 1_000n,
}

type Answer = { readonly psbt: string; readonly txid?: string }
const base64 = (transaction: Transaction): string =>
  Buffer.from(transaction.toPSBT()).toString('base64')
const idOf = (signed: Transaction): string => {
  const finished = signed.clone()
  finished.finalize()
  return finished.id
}

/** A wallet that signs those inputs of what it is given, and answers what `answer` makes of that. */
function walletOf(answer: (signed: Transaction) => Answer, inputs: readonly number[] = [0, 1]) {
  const asked: { readonly method: string; readonly params: unknown; readonly options: unknown }[] =
    []
  const wire = {
    network: () => 'Regtest',
    async ask(method: string, params: { readonly psbt: string }, options: unknown) {
      asked.push({ method, params, options })
      const transaction = Transaction.fromPSBT(Buffer.from(params.psbt, 'base64'))
      for (const index of inputs) {
        transaction.signIdx(key, index)
      }
      return answer(transaction)
    },
  } as unknown as Wire
  return { wire, asked }
}
/** A node that takes what it is sent. */
function nodeOf() {
  const sent: string[] = []
  const source = {
    chain: local,
    request: async (_: string, params: unknown) => {
      const hex = JSON.stringify(params).match(/[0-9a-f]{200,}/)?.[0] ?? ''
      sent.push(hex)
      return Transaction.fromRaw(Buffer.from(hex, 'hex'), { allowUnknownOutputs: true }).id
    },
  } as unknown as ReadSource
  return { source, sent }
}
const { signal } = new AbortController()
const parameters = { plan, chain: local.id, from, signal }

describe('signPlan', () => {
  test('default: the wallet signs, and a node gets exactly the plan', async () => {
    const { wire, asked } = walletOf((signed) => ({ psbt: base64(signed) }))
    const { source, sent } = nodeOf()
    const { txid } = await signPlan(wire, { ...parameters, source })
    const transaction = Transaction.fromRaw(Buffer.from(sent[0] ?? '', 'hex'))
    expect([sent.length, transaction.id]).toEqual([1, txid])
    expect([0, 1].map((at) => transaction.getOutput(at).amount)).toEqual([40_000n, 9_000n])
    expect([0, 1].map((at) => transaction.getInput(at).index)).toEqual([0, 3])
    expect(asked).toMatchObject([
      {
        method: 'signPsbt',
        params: {
          broadcast: false,
          network: 'Regtest',
          signInputs: [
            { index: 0, address: from },
            { index: 1, address: from },
          ],
        },
        options: { chain: local.id, account: from },
      },
    ])
  })

  test('behavior: without a node the wallet sends, and is believed where the id is that of the plan', async () => {
    const { wire, asked } = walletOf((signed) => ({ psbt: base64(signed), txid: idOf(signed) }))
    const { txid } = await signPlan(wire, parameters)
    expect(txid).toMatch(/^[0-9a-f]{64}$/)
    expect(asked).toMatchObject([{ params: { broadcast: true } }])
  })

  test.each<[string, (signed: Transaction) => Answer]>([
    ['says nothing of what it sent', (signed) => ({ psbt: base64(signed) })],
    ['names another transaction', (signed) => ({ psbt: base64(signed), txid: 'ab'.repeat(32) })],
  ])('behavior: a wallet that is to send and %s is not believed', async (_, answer) => {
    await expect(signPlan(walletOf(answer).wire, parameters)).rejects.toMatchObject({
      code: 'wallet-answer-invalid',
    })
  })

  test('behavior: what is signed for another amount, or in part, goes to no node', async () => {
    const { source, sent } = nodeOf()
    const altering = walletOf((signed) => {
      const other = Transaction.fromPSBT(signed.toPSBT())
      other.updateOutput(0, { amount: 41_000n }, true)
      return { psbt: base64(other) }
    })
    const lazy = walletOf((signed) => ({ psbt: base64(signed) }), [0])
    for (const { wire, asked } of [altering, lazy]) {
      await expect(signPlan(wire, { ...parameters, source })).rejects.toMatchObject({
        code: 'wallet-answer-invalid',
      })
      expect(asked).toHaveLength(1)
    }
    expect(sent).toEqual([])
  })

  test('behavior: a wish that is over reaches no wallet', async () => {
    const { wire, asked } = walletOf((signed) => ({ psbt: base64(signed) }))
    await expect(
      signPlan(wire, { ...parameters, signal: AbortSignal.abort('left') }),
    ).rejects.toMatchObject({ code: 'aborted' })
    expect(asked).toEqual([])
  })
})
