import type { ReadSource } from '@latchkey/core'
import {
  getBase58Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from '@solana/kit'
import { describe, expect, test } from 'vitest'
import { found, local, request, signal } from '../../test/fixture.ts'
import { toBase64 } from '../encoding/bytes.ts'
import { token2022Program, tokenProgram } from '../token/token-programs.ts'
import { readFeePlan } from '../transaction/fee-plan.ts'

const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const held = 'So11111111111111111111111111111111111111112'
const token = {
  id: `${local.id}/token:${mint}`,
  name: 'Coin',
  symbol: 'COIN',
  decimals: 6,
} as const

async function scene(program: string, isThere: boolean) {
  const { connector, adapter, wallet } = found()
  await connector.connect(request())
  const [from = '', to = ''] = wallet.accounts.map(({ address }) => address)
  const mintData = new Uint8Array(82)
  mintData.set([6, 1], 44)
  const asked: string[] = []
  const info = { mint, owner: from, state: 'initialized', tokenAmount: { amount: '1000' } }
  const accountOf = (data: Uint8Array) => ({
    value: { owner: program, data: [toBase64(data), 'base64'] },
  })
  const destination = Uint8Array.from([
    ...getBase58Encoder().encode(mint),
    ...getBase58Encoder().encode(to),
    ...new Uint8Array(program === tokenProgram ? 101 : 102),
  ])
  if (program !== tokenProgram) destination[165] = 2
  const source: ReadSource = {
    chain: local,
    async request(method, params) {
      asked.push(method)
      const [first] = params as readonly unknown[]
      switch (method) {
        case 'getAccountInfo':
          if (first === mint) return accountOf(mintData)
          return first === to || !isThere ? { value: null } : accountOf(destination)
        case 'getTokenAccountsByOwner':
          return { value: [{ pubkey: held, account: { data: { parsed: { info } } } }] }
        case 'getLatestBlockhash':
          return { value: { blockhash: '4'.repeat(44), lastValidBlockHeight: 150 } }
        case 'getFeeForMessage':
          return { value: 5000 }
        case 'getMinimumBalanceForRentExemption':
          return first === (program === tokenProgram ? 165 : 170) ? 2_000_000 : null
      }
      return []
    },
  }
  const transfer = { from: `${local.id}:${from}` as const, to, asset: token, amount: 7n }
  /** Program, accounts and data of each instruction that the wallet was last asked to sign. */
  const signed = () => {
    const [input] = wallet.requests.at(-1)?.params ?? []
    const { transaction } = input as { transaction: Uint8Array }
    const message = getCompiledTransactionMessageDecoder().decode(
      getTransactionDecoder().decode(transaction).messageBytes,
    )
    if (!('instructions' in message)) throw new Error('another version')
    const keys = message.staticAccounts
    return message.instructions.map(({ programAddressIndex, accountIndices = [], data = [] }) => ({
      program: keys[programAddressIndex],
      accounts: accountIndices.map((index) => keys[index]),
      data: Array.from(data as Iterable<number>),
    }))
  }
  return { connector, read: adapter.read, source, transfer, signed, asked, from, to }
}

describe('transfer of a token', () => {
  test.each([
    ['Token', tokenProgram],
    ['Token-2022', token2022Program],
  ])('default: %s, the account made and the amount moved', async (_, program) => {
    const { connector, read, source, transfer, signed, from, to } = await scene(program, false)
    const estimate = await read.estimateTransfer(source, transfer)
    expect([estimate.fee, readFeePlan(estimate.data)?.unitLimit]).toEqual([2_005_000n, 400_000])
    await connector.features.transfer?.({ transfer, chain: local, estimate, source, signal })
    const [limit, , create, move] = signed()
    expect(limit?.data).toEqual([2, 0x80, 0x1a, 6, 0])
    const destination = create?.accounts[1]
    expect(create).toEqual({
      program: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
      accounts: [from, destination, to, mint, '1'.repeat(32), program],
      data: [1],
    })
    expect(move).toEqual({
      program,
      accounts: [held, mint, destination, from],
      data: [12, 7, 0, 0, 0, 0, 0, 0, 0, 6],
    })
  })

  test('behavior: an account that is there is not made', async () => {
    const { connector, read, source, transfer, signed } = await scene(token2022Program, true)
    const estimate = await read.estimateTransfer(source, transfer)
    expect(estimate.fee).toBe(5000n)
    await connector.features.transfer?.({ transfer, chain: local, estimate, source, signal })
    expect(signed()).toHaveLength(3)
  })

  test('parameters: estimate, of this transfer it is enough, of another the accounts are looked up again', async () => {
    const { connector, read, source, transfer, signed, asked } = await scene(tokenProgram, true)
    const estimate = await read.estimateTransfer(source, transfer)
    const send = (amount: bigint) => {
      asked.splice(0)
      return connector.features.transfer?.({
        transfer: { ...transfer, amount },
        chain: local,
        estimate,
        source,
        signal,
      })
    }
    await send(7n)
    expect(asked).toEqual([])
    await send(8n)
    expect(asked).toContain('getTokenAccountsByOwner')
    expect(signed().at(-1)?.data[1]).toBe(8)
  })
})
