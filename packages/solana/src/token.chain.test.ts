import type { TransferEstimate } from '@latchkey/core'
import { type SolanaDevnet, startSolanaDevnet } from '@latchkey/devnet/solana'
import { addressOf } from '@latchkey/protocol'
import { type Address, address, getAddressDecoder } from '@solana/kit'
import { findAssociatedTokenPda } from '@solana-program/token'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signal } from '../test/fixture.ts'
import { ada, ledgerScene } from '../test/ledger-scene.ts'
import { token2022Program, tokenProgram } from './token/token-programs.ts'

const held: { devnet?: SolanaDevnet } = {}
beforeAll(async () => {
  held.devnet = await startSolanaDevnet({ funded: [ada] })
})
afterAll(() => held.devnet?.stop())

const scene = (options?: Parameters<typeof ledgerScene>[1]) =>
  ledgerScene(held.devnet?.url ?? '', options)
/**
 * An address that nobody has used; keys of small numbers lie on the curve or not, which is told by
 * a note only.
 */
const fresh = (n: number) => getAddressDecoder().decode(new Uint8Array(32).fill(n))
const tokens = () => held.devnet?.tokens ?? expect.unreachable()
const mintOf = (n: number) => address(tokens()[n]?.id.split('/token:')[1] ?? '')
const associated = async (owner: string, n: number) =>
  (
    await findAssociatedTokenPda({
      owner: owner as Address,
      mint: mintOf(n),
      tokenProgram: address(n === 0 ? tokenProgram : token2022Program),
    })
  )[0]

describe('a token on a ledger', () => {
  test.each([
    ['Token, the wallet sends', 0, {}],
    [
      'Token, the wallet only signs and the source sends',
      0,
      { lacks: ['solana:signAndSendTransaction'], isBare: true },
    ],
    ['Token-2022, the wallet sends', 1, {}],
    [
      'Token-2022, the wallet only signs and a node sends',
      1,
      { lacks: ['solana:signAndSendTransaction'] },
    ],
  ] as const)('default: %s', async (title, n, options) => {
    const { connector, chain, source, read, balanceOf, transferOf } = await scene(options)
    const asset = tokens()[n]
    const to = fresh(title.length)
    const before = { sol: await balanceOf(ada), token: await balanceOf(ada, asset) }
    const transfer = transferOf(1_234_567n, to, asset)
    const send = async (estimate: TransferEstimate) =>
      (await connector.features.transfer?.({ transfer, chain, estimate, source, signal })) ??
      expect.unreachable()

    const first = await read.estimateTransfer(source, transfer)
    expect(first.fee).toBeGreaterThan(2_000_000n)
    expect(first.notes).toContain('receiver-deposit')
    const { hash } = await send(first)
    expect(await read.verdict(source, { hash, from: transfer.from })).toMatchObject({
      state: 'confirmed',
      fee: 5000n,
    })
    expect(await balanceOf(to, asset)).toBe(1_234_567n)
    expect(await balanceOf(ada, asset)).toBe(before.token - 1_234_567n)
    // The deposit is known to the lamport: Token-2022 makes larger accounts.
    expect(await balanceOf(ada)).toBe(before.sol - first.fee)

    const second = await read.estimateTransfer(source, { ...transfer, amount: 1_234_568n })
    expect(second.fee).toBe(5000n)
    expect(second.notes).not.toContain('receiver-deposit')
    await send(second)
    expect(await balanceOf(to, asset)).toBe(2n * 1_234_567n)
  })

  test('parameters: to, an account of this token: it is sent there, and an account of another is refused', async () => {
    const { connector, chain, source, read, balanceOf, transferOf } = await scene()
    const other = held.devnet?.accounts[3]?.address ?? ''
    const [asset, asset2022] = tokens()
    const to = await associated(other, 0)
    const before = await balanceOf(other, asset)
    const estimate = await read.estimateTransfer(source, transferOf(5n, to, asset))
    expect(estimate).toMatchObject({ fee: 5000n, notes: [] })
    await connector.features.transfer?.({
      transfer: transferOf(5n, to, asset),
      chain,
      estimate,
      signal,
    })
    expect(await balanceOf(other, asset)).toBe(before + 5n)
    for (const odd of [transferOf(5n, to, asset2022), transferOf(5n, mintOf(0), asset)]) {
      await expect(read.estimateTransfer(source, odd)).rejects.toMatchObject({
        code: 'receiver-invalid',
      })
      const sent = connector.features.transfer?.({ transfer: odd, chain, source, signal })
      await expect(sent).rejects.toMatchObject({ code: 'receiver-invalid' })
    }
  })

  test('behavior: all there is can be sent, and no more', async () => {
    const { connector, chain, source, read, balanceOf, transferOf } = await scene()
    const [asset] = tokens()
    const full = await balanceOf(ada, asset)
    await expect(
      read.estimateTransfer(source, transferOf(full + 1n, fresh(9), asset)),
    ).rejects.toMatchObject({
      code: 'insufficient-funds',
    })
    const estimate = await read.estimateTransfer(source, transferOf(full, fresh(9), asset))
    await connector.features.transfer?.({
      transfer: transferOf(full, fresh(9), asset),
      chain,
      estimate,
      signal,
    })
    expect([await balanceOf(ada, asset), await balanceOf(fresh(9), asset)]).toEqual([0n, full])
  })

  test('behavior: decimal places that are not the mint’s are refused before anybody is asked', async () => {
    const { connector, wallet, chain, source, transferOf } = await scene()
    const before = wallet.prompts()
    const wrong = { ...tokens()[1], decimals: 6 }
    const sent = connector.features.transfer?.({
      transfer: transferOf(1n, fresh(9), wrong),
      chain,
      source,
      signal,
    })
    await expect(sent).rejects.toMatchObject({ code: 'amount-invalid' })
    expect(wallet.prompts()).toBe(before)
  })

  test('behavior: somebody without SOL is told so by the code of the table', async () => {
    const poor = await scene({ seeds: [new Uint8Array(32).fill(77)] })
    const sent = poor.connector.features.transfer?.({
      transfer: poor.transferOf(1n),
      chain: poor.chain,
      signal,
    })
    const error = await sent?.catch((error: unknown) => error)
    expect(poor.adapter.explain(error)).toBe('insufficient-fee-funds')
  })

  test('behavior: an account that holds less than the deposit is told so too', async () => {
    const { connector, chain, source, transferOf } = await scene()
    const seeds = [new Uint8Array(32).fill(78)]
    const thin = await scene({ seeds })
    await connector.features.transfer?.({
      transfer: transferOf(900_000n, thin.sender),
      chain,
      signal,
    })
    const [asset] = tokens()
    const rich = held.devnet?.accounts[4]
    const giver = await scene({ seeds: [rich?.seed ?? new Uint8Array()] })
    const gift = { transfer: giver.transferOf(10n, thin.sender, asset), chain, source, signal }
    await giver.connector.features.transfer?.(gift)
    expect(addressOf(gift.transfer.from)).toBe(rich?.address)
    const sent = thin.connector.features.transfer?.({
      transfer: thin.transferOf(1n, fresh(10), asset),
      chain,
      source,
      signal,
    })
    const error = await sent?.catch((error: unknown) => error)
    expect(thin.adapter.explain(error)).toBe('insufficient-funds')
  })
})
