import type { ReadSource } from '@latchkey/core'
import { type SolanaDevnet, startSolanaDevnet } from '@latchkey/devnet/solana'
import { accountId } from '@latchkey/protocol'
import { mockSolanaSession } from '@latchkey/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isProof, request, signal } from '../test/fixture.ts'
import { ada, grace, ledgerScene } from '../test/ledger-scene.ts'

const held: { devnet?: SolanaDevnet } = {}
beforeAll(async () => {
  held.devnet = await startSolanaDevnet({ funded: [ada] })
})
afterAll(() => held.devnet?.stop())

const scene = (lacks: readonly string[] = []) => ledgerScene(held.devnet?.url ?? '', { lacks })

describe('solana on a ledger', () => {
  test.each([
    ['the wallet sends', 1_500_000_000n, []],
    ['the wallet only signs', 1_400_000_000n, ['solana:signAndSendTransaction']],
  ])('default: %s', async (_, amount, lacks) => {
    const { connector, chain, source, read, balanceOf, transferOf } = await scene(lacks)
    const before = { ada: await balanceOf(ada), grace: await balanceOf(grace) }
    const transfer = transferOf(amount)
    const estimate = await read.estimateTransfer(source, transfer)
    expect(estimate).toMatchObject({ fee: 5000n, feeAsset: { symbol: 'SOL' }, notes: [] })
    const { hash = '' } =
      (await connector.features.transfer?.({ transfer, chain, estimate, signal })) ?? {}
    const verdict = await read.verdict(source, { hash, from: transfer.from })
    expect(verdict).toMatchObject({ state: 'confirmed', fee: 5000n })
    expect(await balanceOf(grace)).toBe(before.grace + amount)
    expect(await balanceOf(ada)).toBe(before.ada - amount - estimate.fee)
  })

  test.each([
    ['sends', ['solana_signAndSendTransaction', 'solana_signTransaction']],
    ['only signs', ['solana_signTransaction']],
  ])('default: a phone %s', async (_, methods) => {
    const { adapter, wallet, chain, source, balanceOf, transferOf } = await scene()
    const session = mockSolanaSession(wallet, { chains: [chain.id], methods })
    const connector = await adapter.remote?.(session)
    await connector?.connect(request({ chains: [chain] }))
    const before = await balanceOf(grace)
    const { hash = '' } =
      (await connector?.features.transfer?.({
        transfer: transferOf(3_000_000n),
        chain,
        source,
        signal,
      })) ?? {}
    const { from } = transferOf(1n)
    expect(await adapter.read.verdict(source, { hash, from })).toMatchObject({ state: 'confirmed' })
    expect(await balanceOf(grace)).toBe(before + 3_000_000n)
    expect(session.requests.map(({ method }) => method)).toEqual(methods.slice(0, 1))
  })

  test('parameters: estimate, none: the blockhash is asked for', async () => {
    const { connector, chain, balanceOf, transferOf } = await scene()
    const before = await balanceOf(grace)
    await connector.features.transfer?.({ transfer: transferOf(2_000_000n), chain, signal })
    expect(await balanceOf(grace)).toBe(before + 2_000_000n)
  })

  test('behavior: the fee estimated is the fee paid, priority and all', async () => {
    const { connector, chain, source, read, balanceOf, transferOf } = await scene()
    const priced: ReadSource = {
      ...source,
      request: async (method, params) =>
        method === 'getRecentPrioritizationFees'
          ? [
              { prioritizationFee: 1 },
              { prioritizationFee: 100_001 },
              { prioritizationFee: 10 ** 12 },
            ]
          : source.request(method, params),
    }
    const before = await balanceOf(ada)
    const transfer = transferOf(1_000_000n)
    const estimate = await read.estimateTransfer(priced, transfer)
    expect(estimate.fee).toBe(5000n + 30_001n)
    await connector.features.transfer?.({ transfer, chain, estimate, signal })
    expect(await balanceOf(ada)).toBe(before - 1_000_000n - estimate.fee)
  })

  test('behavior: more than there is is refused by its name, and nothing moves', async () => {
    const { connector, adapter, chain, balanceOf, transferOf } = await scene()
    const before = await balanceOf(ada)
    const sent = connector.features.transfer?.({ transfer: transferOf(10n ** 15n), chain, signal })
    const error = await sent?.catch((error: unknown) => error)
    expect(adapter.explain(error)).toBe('insufficient-funds')
    expect(await balanceOf(ada)).toBe(before)
  })

  test('behavior: a signature that nobody knows is pending, and dropped when its time is over', async () => {
    const { source, read, transferOf } = await scene()
    const { from } = transferOf(1n)
    const unknown = { hash: '1'.repeat(64), from }
    expect(await read.verdict(source, unknown)).toEqual({ state: 'pending' })
    expect(await read.verdict(source, { ...unknown, submittedAt: Date.now() })).toEqual({
      state: 'pending',
    })
    expect(await read.verdict(source, { ...unknown, submittedAt: Date.now() - 200_000 })).toEqual({
      state: 'dropped',
    })
  })

  test('behavior: a blockhash that is over is refused by its name', async () => {
    const { adapter, connector, chain, source, read, transferOf } = await scene()
    const transfer = transferOf(1n)
    const estimate = await read.estimateTransfer(source, transfer)
    const lifetime = { blockhash: '4'.repeat(44), lastValidBlockHeight: 1n }
    const old = { ...estimate, data: { ...(estimate.data as object), lifetime } }
    const sent = connector.features.transfer?.({ transfer, chain, estimate: old, signal })
    expect(adapter.explain(await sent?.catch((error: unknown) => error))).toBe(
      'rpc-transaction-rejected',
    )
  })

  test('behavior: a receiver that a program owns is told of', async () => {
    const { source, read, transferOf } = await scene()
    const program = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
    expect((await read.estimateTransfer(source, transferOf(1n, program))).notes).toEqual([
      'contract-receiver',
    ])
  })

  test('behavior: a signature is verified by nobody of the house', async () => {
    const { connector, chain } = await scene()
    const { signature = '' } =
      (await connector.features.signMessage?.({
        account: accountId(chain.id, ada),
        message: 'Hi',
        signal,
      })) ?? {}
    expect(isProof(ada, 'Hi', signature)).toBe(true)
  })
})
