import {
  address,
  appendTransactionMessageInstruction,
  blockhash,
  createSolanaRpc,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SolanaDevnet, startSolanaDevnet } from './start-solana-devnet.ts'

const ada = address('AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9')
const held: { devnet?: SolanaDevnet } = {}
beforeAll(async () => {
  held.devnet = await startSolanaDevnet({ funded: [ada] })
})
afterAll(() => held.devnet?.stop())

/** Somebody with coins, who can sign. */
async function funded() {
  const signer = await generateKeyPairSigner()
  const url = held.devnet?.url ?? ''
  const rpc = createSolanaRpc(url)
  await rpc
    .requestAirdrop(signer.address, 1_000_000_000n as Parameters<typeof rpc.requestAirdrop>[1])
    .send()
  return { signer, url }
}
const post = async (body: string) => fetch(held.devnet?.url ?? '', { method: 'POST', body })

describe('startSolanaDevnet', () => {
  test("default: the chain library's own client reads it", async () => {
    const rpc = createSolanaRpc(held.devnet?.url ?? '')
    expect((await rpc.getBalance(ada).send()).value).toBe(100_000_000_000n)
    const { value } = await rpc.getLatestBlockhash().send()
    expect(value.blockhash).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
    const signature = await rpc
      .requestAirdrop(ada, 5n as Parameters<typeof rpc.requestAirdrop>[1])
      .send()
    expect((await rpc.getBalance(ada).send()).value).toBe(100_000_000_005n)
    const statuses = await rpc.getSignatureStatuses([signature]).send()
    expect(statuses.value[0]).toMatchObject({ err: null, confirmationStatus: 'finalized' })
    expect((await rpc.getAccountInfo(ada, { encoding: 'base64' }).send()).value?.owner).toBe(
      '1'.repeat(32),
    )
  })

  test('behavior: it tells its version and epoch, which blockhashes are its own, and several accounts at once', async () => {
    const rpc = createSolanaRpc(held.devnet?.url ?? '')
    expect((await rpc.getVersion().send())['solana-core']).toMatch(/^\d+\.\d+\.\d+$/)
    const { absoluteSlot, slotIndex, slotsInEpoch, epoch } = await rpc.getEpochInfo().send()
    expect(BigInt(epoch) * slotsInEpoch + slotIndex).toBe(absoluteSlot)
    const { value } = await rpc.getLatestBlockhash().send()
    expect((await rpc.isBlockhashValid(value.blockhash).send()).value).toBe(true)
    expect((await rpc.isBlockhashValid(blockhash('1'.repeat(32))).send()).value).toBe(false)
    const stranger = address('GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq')
    const accounts = await rpc.getMultipleAccounts([ada, stranger], { encoding: 'base64' }).send()
    expect(accounts.value.map((one) => one?.owner)).toEqual(['1'.repeat(32), undefined])
  })

  test.each(['legacy', 0, 1] as const)(
    'behavior: a transaction of version %s is tried and executed',
    async (version) => {
      const { signer, url } = await funded()
      const rpc = createSolanaRpc(url)
      const { value: latest } = await rpc.getLatestBlockhash().send()
      const data = Uint8Array.of(2, 0, 0, 0, 0, 0x2d, 0x31, 1, 0, 0, 0, 0)
      const accounts = [
        { address: signer.address, role: 3, signer },
        { address: ada, role: 1 },
      ]
      const wishes = { computeUnitLimit: 10_000, loadedAccountsDataSizeLimit: 200_000 }
      const transfer = { programAddress: address('1'.repeat(32)), accounts, data }
      const message = pipe(
        createTransactionMessage({ version }),
        (one) => setTransactionMessageFeePayerSigner(signer, one),
        // From version 1 on nothing is given that was not asked for.
        (one) => (version === 1 ? setTransactionMessageConfig(wishes, one as never) : one),
        (one) => setTransactionMessageLifetimeUsingBlockhash(latest, one as never),
        (one) => appendTransactionMessageInstruction(transfer, one as never),
      )
      const wire = getBase64EncodedWireTransaction(
        await signTransactionMessageWithSigners(message as never),
      )
      const before = (await rpc.getBalance(ada).send()).value
      const tried = await rpc.simulateTransaction(wire, { encoding: 'base64' }).send()
      expect(tried.value).toMatchObject({
        err: null,
        logs: expect.arrayContaining([expect.stringContaining('success')]),
      })
      expect((await rpc.getBalance(ada).send()).value).toBe(before)
      const signature = await rpc.sendTransaction(wire, { encoding: 'base64' }).send()
      expect((await rpc.getBalance(ada).send()).value).toBe(BigInt(before) + 20_000_000n)
      expect(
        await (
          await post(JSON.stringify({ id: 1, method: 'getTransaction', params: [signature] }))
        ).json(),
      ).toMatchObject({ result: { version, meta: { err: null, fee: 5000 } } })
    },
  )

  test('behavior: what is no question is told so, one by one', async () => {
    const batch = [
      { jsonrpc: '2.0', id: 1, method: 'getHealth' },
      { id: 2, method: 'toString' },
      null,
    ]
    expect(await (await post(JSON.stringify(batch))).json()).toMatchObject([
      { id: 1, result: 'ok' },
      { id: 2, error: { code: -32601 } },
      { id: null, error: { code: -32601 } },
    ])
    const bad = { id: 3, method: 'getBalance', params: ['nonsense'] }
    expect(await (await post(JSON.stringify(bad))).json()).toMatchObject({
      id: 3,
      error: { code: -32602 },
    })
    expect((await post('{')).status).toBe(400)
  })
})
