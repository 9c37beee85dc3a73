import { address, createSolanaRpc } from '@solana/kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SolanaDevnet, startSolanaDevnet } from './start-solana-devnet.ts'

const ada = address('AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9')
const held: { devnet?: SolanaDevnet } = {}
beforeAll(async () => {
  held.devnet = await startSolanaDevnet({ funded: [ada] })
})
afterAll(() => held.devnet?.stop())

const post = async (body: string) => fetch(held.devnet?.url ?? '', { method: 'POST', body })

describe('startSolanaDevnet', () => {
  test("default: the chain library's own client reads it", async () => {
    const rpc = createSolanaRpc(held.devnet?.url ?? '')
    expect((await rpc.getBalance(ada).send()).value).toBe(100_000_000_000n)
    const { value } = await rpc.getLatestBlockhash().send()
    expect(value.blockhash).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
    const signature = await rpc.requestAirdrop(ada, 5n as Parameters<typeof rpc.requestAirdrop>[1]).send()
    expect((await rpc.getBalance(ada).send()).value).toBe(100_000_000_005n)
    const statuses = await rpc.getSignatureStatuses([signature]).send()
    expect(statuses.value[0]).toMatchObject({ err: null, confirmationStatus: 'finalized' })
    expect((await rpc.getAccountInfo(ada, { encoding: 'base64' }).send()).value?.owner).toBe('1'.repeat(32))
  })

  test('behavior: what is no question is told so, one by one', async () => {
    const batch = [{ jsonrpc: '2.0', id: 1, method: 'getHealth' }, { id: 2, method: 'toString' }, null]
    expect(await (await post(JSON.stringify(batch))).json()).toMatchObject([
      { id: 1, result: 'ok' },
      { id: 2, error: { code: -32601 } },
      { id: null, error: { code: -32601 } },
    ])
    const bad = { id: 3, method: 'getBalance', params: ['nonsense'] }
    expect(await (await post(JSON.stringify(bad))).json()).toMatchObject({ id: 3, error: { code: -32602 } })
    expect((await post('{')).status).toBe(400)
  })
})
