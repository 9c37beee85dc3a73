import { Transaction as JsTransaction, networks, Psbt, payments } from 'bitcoinjs-lib'
import { describe, expect, test } from 'vitest'
import type { CallNode } from './call-node.ts'
import { checkAmounts } from './check-amounts.ts'

const network = networks.regtest
const chain = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const script = payments.p2wpkh({ hash: new Uint8Array(20).fill(1), network }).output as Uint8Array
const taproot = Uint8Array.of(0x51, 32, ...new Uint8Array(32).fill(2))

/** A transaction that pays these amounts, made by somebody else's library. */
const paying = (...values: readonly bigint[]): JsTransaction => {
  const made = new JsTransaction()
  made.version = 2
  made.addInput(new Uint8Array(32).fill(9), 0)
  for (const value of values) {
    made.addOutput(script, value)
  }
  return made
}
const first = paying(100_000n, 7n)
const second = paying(50_000n)
interface Coin {
  readonly of: JsTransaction
  readonly index: number
  readonly value: bigint
  readonly isWhole?: boolean
  readonly script?: Uint8Array
}
const params = (...coins: readonly Coin[]) => {
  const psbt = new Psbt({ network })
  for (const { of, index, value, isWhole, script: own = script } of coins) {
    psbt.addInput({
      hash: of.getId(),
      index,
      witnessUtxo: { script: own, value },
      ...(isWhole && { nonWitnessUtxo: of.toBuffer() }),
    })
  }
  psbt.addOutput({ script, value: 1_000n })
  return { psbt: psbt.toBase64(), signInputs: coins.map((_, index) => ({ index })) }
}
const nodeOf = (...known: readonly JsTransaction[]) => {
  const asked: string[] = []
  const node: CallNode = async (_, method, values) => {
    const [path = ''] = values as readonly string[]
    asked.push(`${method} ${path}`)
    const found = known.find((one) => path === `/tx/${one.getId()}/hex`)
    if (!found) throw new Error('not found')
    return found.toHex()
  }
  return { node, asked }
}

describe('checkAmounts', () => {
  test('default: an amount that the transaction before has, asked for once', async () => {
    const { node, asked } = nodeOf(first, second)
    const coins = [
      { of: first, index: 0, value: 100_000n },
      { of: first, index: 1, value: 7n },
      { of: second, index: 0, value: 50_000n },
    ]
    await checkAmounts(params(...coins), { chain, node })
    expect(asked).toEqual([`GET /tx/${first.getId()}/hex`, `GET /tx/${second.getId()}/hex`])
  })

  test('behavior: a false amount, another output, and one that is not there are refused', async () => {
    const { node } = nodeOf(first)
    for (const coin of [
      { of: first, index: 0, value: 99_999n },
      { of: first, index: 1, value: 100_000n },
      { of: first, index: 2, value: 7n },
      {
        of: first,
        index: 0,
        value: 100_000n,
        script: Uint8Array.of(0, 20, ...new Uint8Array(20).fill(3)),
      },
    ]) {
      await expect(checkAmounts(params(coin), { chain, node })).rejects.toMatchObject({
        code: 'rpc-invalid-params',
      })
    }
  })

  test('behavior: without the transaction before nothing is signed, and a node cannot tell another for it', async () => {
    const coin = { of: first, index: 0, value: 100_000n }
    await expect(checkAmounts(params(coin), { chain, node: nodeOf().node })).rejects.toMatchObject({
      code: 'read-unavailable',
    })
    const [longest, longer] = [2_000_000, 2_000_001].map((size) => first.toHex().padEnd(size))
    await checkAmounts(params(coin), { chain, node: async () => longest })
    for (const told of [second.toHex(), 'ff', 7, [first.toHex()], longer]) {
      const node: CallNode = async () => told
      await expect(checkAmounts(params(coin), { chain, node })).rejects.toMatchObject({
        code: 'rpc-answer-invalid',
      })
    }
  })

  test('behavior: nothing is asked where the PSBT proves it itself, or the signature covers all amounts', async () => {
    const { node, asked } = nodeOf()
    await checkAmounts(params({ of: first, index: 0, value: 100_000n, isWhole: true }), {
      chain,
      node,
    })
    await checkAmounts(params({ of: first, index: 0, value: 1n, script: taproot }), { chain, node })
    for (const odd of [
      null,
      {},
      { psbt: 'x' },
      { psbt: 'x', signInputs: [{}] },
      { ...params(), signInputs: [null, 5] },
    ]) {
      await checkAmounts(odd, { chain, node })
    }
    expect(asked).toEqual([])
  })

  test('behavior: how many are asked for has an end', async () => {
    const many = Array.from({ length: 65 }, (_, i) => paying(BigInt(1_000 + i)))
    const coins = many.map((of, i) => ({ of, index: 0, value: BigInt(1_000 + i) }))
    const { node } = nodeOf(...many)
    await expect(checkAmounts(params(...coins), { chain, node })).rejects.toMatchObject({
      code: 'rpc-invalid-params',
    })
    await checkAmounts(params(...coins.slice(1)), { chain, node })
  })
})
