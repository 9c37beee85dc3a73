import type { Transfer } from '@latchkey/core'
import type { MockSolanaWalletOptions } from '@latchkey/testing'
import {
  getBase58Decoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from '@solana/kit'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { found, local, main, request, settle } from '../../test/fixture.ts'
import { nativeAsset } from '../chains.ts'

const to = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const node = { blockhash: '4'.repeat(44), lastValidBlockHeight: 150 }
const asked: { method: string; url: string }[] = []
beforeEach(() => {
  asked.splice(0)
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    const { method } = JSON.parse(body) as { method: string }
    asked.push({ method, url })
    if (method === 'getLatestBlockhash') return Response.json({ result: { value: node } })
    return Response.json({
      error: { code: -32002, message: 'Transaction simulation failed: Blockhash not found' },
    })
  })
})
afterEach(() => void vi.unstubAllGlobals())

async function scene(options: MockSolanaWalletOptions = {}) {
  const all = found(options)
  await all.connector.connect(request())
  const from = `${local.id}:${all.wallet.accounts[0]?.address}` as const
  const controller = new AbortController()
  const send = (more: Partial<Transfer> = {}, data?: unknown, chain = local) =>
    all.connector.features.transfer?.({
      transfer: { from, to, asset: nativeAsset(local), amount: 5n, ...more },
      chain,
      ...(data ? { estimate: { fee: 1n, feeAsset: nativeAsset(local), notes: [], data } } : {}),
      signal: controller.signal,
    }) ?? Promise.reject(new Error('no transfer'))
  return { ...all, from, send, controller }
}

const plan = (age: number) => ({
  lifetime: { blockhash: '5'.repeat(44), lastValidBlockHeight: 1n },
  unitPrice: 7n,
  unitLimit: 1000,
  at: Date.now() - age,
})

describe('transfer', () => {
  test.each([[[]], [['solana:signAndSendTransaction']]])(
    'behavior: a wallet that signs legacy transactions only, and lacks %j, is asked for one',
    async (lacks) => {
      const { send, wallet, connector, from } = await scene({ versions: ['legacy'], lacks })
      await send({}, plan(0)).catch(() => undefined)
      const [{ transaction }] = (wallet.requests.at(-1)?.params ?? []) as [
        { transaction: Uint8Array },
      ]
      const message = getCompiledTransactionMessageDecoder().decode(
        getTransactionDecoder().decode(transaction).messageBytes,
      )
      expect(message).toMatchObject({ version: 'legacy', lifetimeToken: '5'.repeat(44) })
      // A page's own of the newer version it is not asked for.
      const { length } = wallet.requests
      const asked = {
        pubkey: from.split(':')[2],
        transaction: Buffer.from([1, ...new Uint8Array(64), 0x80]).toString('base64'),
      }
      const request = connector.features.request?.({
        chain: local.id,
        method: 'solana_signTransaction',
        params: asked,
      })
      await expect(request).rejects.toMatchObject({ code: 'feature-unsupported' })
      expect(wallet.requests).toHaveLength(length)
    },
  )

  test('default: the wallet is asked for exactly this', async () => {
    const { send, wallet, from } = await scene()
    await send({ amount: 0x0102030405n }, plan(0))
    const input = wallet.requests.at(-1)?.params[0] as { chain: string; transaction: Uint8Array }
    expect(input).toMatchObject({
      chain: 'solana:localnet',
      account: { address: from.split(':')[2] },
    })
    const { messageBytes } = getTransactionDecoder().decode(input.transaction)
    const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
    if (!('instructions' in message)) throw new Error('another version')
    expect(message).toMatchObject({ version: 0, lifetimeToken: '5'.repeat(44) })
    const { instructions, staticAccounts: keys } = message
    const read = instructions.map(({ programAddressIndex, accountIndices = [], data = [] }) => [
      keys[programAddressIndex],
      accountIndices.map((index) => keys[index]),
      Array.from(data as Iterable<number>),
    ])
    expect(read).toEqual([
      ['ComputeBudget111111111111111111111111111111', [], [2, 0xe8, 3, 0, 0]],
      ['ComputeBudget111111111111111111111111111111', [], [3, 7, 0, 0, 0, 0, 0, 0, 0]],
      ['1'.repeat(32), [from.split(':')[2], to], [2, 0, 0, 0, 5, 4, 3, 2, 1, 0, 0, 0]],
    ])
    expect(asked).toEqual([])
  })

  test('behavior: an old estimate, or none, has a new blockhash asked for', async () => {
    const { send } = await scene()
    await send({}, plan(30_000))
    await send()
    await send({}, { lifetime: 'nonsense' })
    expect(asked.map(({ method, url }) => [method, url])).toEqual(
      Array(3).fill(['getLatestBlockhash', local.rpcUrls[0]]),
    )
  })

  test('behavior: without a node of the chain an old estimate must do, and without either there is nothing', async () => {
    const { send } = await scene()
    const bare = { ...local, rpcUrls: [] }
    expect((await send({}, plan(30_000), bare)).hash).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
    await expect(send({}, undefined, bare)).rejects.toMatchObject({ code: 'config-invalid' })
    expect(asked).toEqual([])
  })

  test.each([
    ['receiver-invalid', { to: 'ada.sol' }],
    ['amount-invalid', { amount: 0n }],
    ['amount-invalid', { amount: 1n << 64n }],
    ['feature-unsupported', { asset: { ...nativeAsset(local), id: `${local.id}/nft:${to}` } }],
    ['feature-unsupported', { asset: nativeAsset(main) }],
    ['account-missing', { from: `${local.id}:${to}` }],
    ['chain-mismatch', { from: `${main.id}:${to}` }],
  ] as const)('behavior: %s is refused before anybody is asked', async (code, more) => {
    const { send, wallet } = await scene()
    const before = wallet.prompts()
    await expect(send(more)).rejects.toMatchObject({ code })
    expect([wallet.prompts(), asked]).toEqual([before, []])
  })

  test('parameters: source, it is asked and no address of the chain is', async () => {
    const { from, connector, controller } = await scene({
      lacks: ['solana:signAndSendTransaction'],
    })
    const methods: string[] = []
    const request = async (method: string, params?: unknown): Promise<unknown> => {
      methods.push(method)
      if (method === 'getLatestBlockhash') return { value: node }
      const [text] = params as [string]
      return getBase58Decoder().decode(getBase64Encoder().encode(text).slice(1, 65))
    }
    const answer = await connector.features.transfer?.({
      transfer: { from, to, asset: nativeAsset(local), amount: 5n },
      chain: local,
      source: { chain: local, request },
      signal: controller.signal,
    })
    expect([methods, asked]).toEqual([['getLatestBlockhash', 'sendTransaction'], []])
    expect(answer?.nonce).toBe(150)
  })

  test('behavior: a signature that comes after the abort still counts', async () => {
    const { send, wallet, controller } = await scene()
    wallet.behave('hang', 'solana:signAndSendTransaction')
    const sending = send({}, plan(0))
    await vi.waitUntil(() => wallet.requests.at(-1)?.method === 'solana:signAndSendTransaction')
    controller.abort()
    await settle()
    expect(await wallet.release()).toBe(true)
    expect((await sending).hash).toMatch(/^[1-9A-HJ-NP-Za-km-z]+$/)
  })

  test('behavior: a wallet that only signs is given up on when the page stops waiting, and nothing is sent', async () => {
    const { send, wallet, controller } = await scene({ lacks: ['solana:signAndSendTransaction'] })
    wallet.behave('hang', 'solana:signTransaction')
    const sending = send({}, plan(0)).catch((error: unknown) => error)
    await vi.waitUntil(() => wallet.requests.at(-1)?.method === 'solana:signTransaction')
    controller.abort()
    expect(await sending).toMatchObject({ code: 'aborted' })
    await wallet.release()
    expect(asked).toEqual([])
  })

  test('behavior: another transaction than the one asked for is not sent', async () => {
    const { send, wallet } = await scene({ lacks: ['solana:signAndSendTransaction'] })
    const other = Uint8Array.of(1, ...new Uint8Array(64), ...new Uint8Array(100))
    wallet.behave({ lie: [{ signedTransaction: other }] }, 'solana:signTransaction')
    await expect(send({}, plan(0))).rejects.toMatchObject({ code: 'wallet-answer-invalid' })
    expect(asked).toEqual([])
  })

  test("behavior: a node's refusal is explained", async () => {
    const { send, adapter } = await scene({ lacks: ['solana:signAndSendTransaction'] })
    const error = await send({}, plan(0)).catch((error: unknown) => error)
    expect(adapter.explain(error)).toBe('rpc-transaction-rejected')
    expect(asked.map(({ method }) => method)).toEqual(['sendTransaction'])
  })
})
