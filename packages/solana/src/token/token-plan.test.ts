import { describe, expect, test } from 'vitest'
import { fromBase58 } from '../encoding/base58.ts'
import { toBase64 } from '../encoding/bytes.ts'
import { isPlanOfTransfer, planToken, type TokenTransferRequest } from './token-plan.ts'
import { tokenProgram } from './token-programs.ts'

const [mint, from, to] = [
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9',
  '9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu',
] as const
const wish: TokenTransferRequest = { mint, from, to, amount: 10n, decimals: 6 }

const bytesOf = (text: string) => fromBase58(text) ?? expect.unreachable()
const account = (owner: string, data: Uint8Array) => ({
  value: { owner, data: [toBase64(data), 'base64'] },
})
const mintData = () => {
  const data = new Uint8Array(82)
  data.set([6, 1], 44)
  return data
}
const holding = (amount: string, more: object = {}, pubkey: string = to) => ({
  pubkey,
  account: {
    data: {
      parsed: {
        info: { mint, owner: from, state: 'initialized', tokenAmount: { amount }, ...more },
      },
    },
  },
})

function plan(
  more: {
    list?: unknown
    rent?: unknown
    at?: Readonly<Record<string, unknown>>
    elsewhere?: unknown
  } = {},
  asked: Partial<TokenTransferRequest> = {},
) {
  const {
    list = { value: [holding('12')] },
    rent = 2_039_280,
    at = {},
    elsewhere = { value: null },
  } = more
  const standing: Readonly<Record<string, unknown>> = {
    [mint]: account(tokenProgram, mintData()),
    [to]: { value: null },
    ...at,
  }
  return planToken(
    async (method, params) => {
      const [first] = params as [string]
      if (method === 'getTokenAccountsByOwner') return list
      if (method === 'getMinimumBalanceForRentExemption') return rent
      return first in standing ? standing[first] : elsewhere
    },
    { ...wish, ...asked },
  )
}

describe('planToken', () => {
  test('default', async () => {
    const found = await plan()
    expect(found).toMatchObject({
      program: tokenProgram,
      sources: [{ address: to, amount: 10n }],
      deposit: 2_039_280n,
    })
    expect(found.destination).not.toBe(to)
    expect(isPlanOfTransfer(found, wish)).toBe(true)
    for (const other of [
      { amount: 11n },
      { to: from },
      { from: to },
      { mint: to },
      { decimals: 7 },
    ]) {
      expect(isPlanOfTransfer(found, { ...wish, ...other })).toBe(false)
    }
    expect(isPlanOfTransfer(undefined, wish)).toBe(false)
    expect(isPlanOfTransfer({} as never, wish)).toBe(false)
  })

  test('behavior: the fullest accounts give first, and frozen ones and those of others nothing', async () => {
    const list = [
      holding('3', {}, mint),
      holding('100', { state: 'frozen' }),
      holding('100', { owner: to }),
      holding('100', { mint: to }),
      holding('100', {}, 'no address'),
      holding('x'),
      holding('0'),
      null,
      holding('8', {}, to),
      holding('2', {}, from),
    ]
    expect((await plan({ list: { value: list } })).sources).toEqual([
      { address: to, amount: 8n },
      { address: mint, amount: 2n },
    ])
    expect((await plan({ list: { value: list } }, { amount: 13n })).sources).toHaveLength(3)
    await expect(plan({ list: { value: list } }, { amount: 14n })).rejects.toMatchObject({
      code: 'insufficient-funds',
    })
  })

  test('behavior: more than eight accounts do not fit', async () => {
    const list = { value: Array.from({ length: 12 }, () => holding('1')) }
    expect((await plan({ list }, { amount: 8n })).sources).toHaveLength(8)
    await expect(plan({ list }, { amount: 9n })).rejects.toMatchObject({
      code: 'insufficient-funds',
    })
  })

  const own = (change: (data: Uint8Array) => void) => {
    const data = new Uint8Array(165)
    change(data)
    return account(tokenProgram, data)
  }
  test.each([
    ['amount-invalid', {}, { decimals: 9 }],
    ['token-address-required', { at: { [mint]: { value: null } } }, {}],
    ['receiver-invalid', { at: { [to]: own(() => {}) } }, {}],
    ['receiver-invalid', { at: { [to]: account(tokenProgram, mintData()) } }, {}],
    ['receiver-invalid', { elsewhere: own(() => {}) }, {}],
    [
      'receiver-invalid',
      { elsewhere: own((data) => data.set([...bytesOf(mint), ...bytesOf(from)])) },
      {},
    ],
    ['rpc-answer-invalid', { elsewhere: 7 }, {}],
    ['rpc-answer-invalid', { elsewhere: { value: { owner: 7, data: ['', 'base64'] } } }, {}],
    ['rpc-answer-invalid', { elsewhere: { value: { owner: to, data: ['?', 'base64'] } } }, {}],
    ['rpc-answer-invalid', { list: { value: {} } }, {}],
    ['rpc-answer-invalid', { rent: 'much' }, {}],
  ])('behavior: %s', async (code, more, asked) => {
    await expect(plan({ elsewhere: { value: null }, ...more }, asked)).rejects.toMatchObject({
      code,
    })
  })

  test("behavior: the receiver's own account, and any of this token, is taken as it is", async () => {
    const elsewhere = own((data) => data.set([...bytesOf(mint), ...bytesOf(to)]))
    expect((await plan({ elsewhere })).deposit).toBeUndefined()
    const given = await plan({ at: { [to]: own((data) => data.set(bytesOf(mint))) } })
    expect([given.destination, given.deposit]).toEqual([to, undefined])
  })

  test('behavior: an address that somebody has given a few lamports is yet to be made', async () => {
    const elsewhere = account('1'.repeat(32), new Uint8Array())
    expect((await plan({ elsewhere })).deposit).toBe(2_039_280n)
  })
})
