import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type BitcoinDevnet,
  bitcoinDevnetChain,
  startBitcoinDevnet,
} from '@latchkey/devnet/bitcoin'
import {
  type SolanaDevnet,
  solanaDevnetChain,
  solanaDevnetTokens,
  startSolanaDevnet,
} from '@latchkey/devnet/solana'
import {
  type StacksDevnet,
  stacksDevnetChain,
  stacksDevnetTokens,
  startStacksDevnet,
} from '@latchkey/devnet/stacks'
import { type HistoryTransaction, isBalanceAnswer, isHistoryAnswer } from '@latchkey/protocol'
import { createFamilySigner, type Family, type Grants } from '@latchkey/signer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { developmentConfig } from '../server/config/development.ts'
import { type RunningGateway, startGateway } from '../server/hosts/node.ts'
import { solanaTransaction } from '../test/solana-transaction.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-families-'))
const run = {} as {
  solana: SolanaDevnet
  bitcoin: BitcoinDevnet
  stacks: StacksDevnet
  gateway: RunningGateway
}
const [sol, btc, stx] = [solanaDevnetChain().id, bitcoinDevnetChain().id, stacksDevnetChain().id]
const words = 'test test test test test test test test test test test junk'
const portOf = (url: string) => new URL(url).port

beforeAll(async () => {
  const started = [
    startSolanaDevnet(),
    startBitcoinDevnet({ mineAfterMs: false }),
    startStacksDevnet(),
  ] as const
  ;[run.solana, run.bitcoin, run.stacks] = await Promise.all(started)
  const env = {
    LATCHKEY_GATEWAY_LOG: 'silent',
    LATCHKEY_SOLANA_PORT: portOf(run.solana.url),
    LATCHKEY_BITCOIN_PORT: portOf(run.bitcoin.url),
    LATCHKEY_STACKS_PORT: portOf(run.stacks.url),
    // Nothing listens there: a chain that is down hinders no other.
    LATCHKEY_EVM_PORT: '1',
  }
  run.gateway = await startGateway({ dataDir: folder, port: 0, env })
})
afterAll(async () => {
  await Promise.all([
    run.gateway?.stop(),
    run.solana?.stop(),
    run.bitcoin?.stop(),
    run.stacks?.stop(),
  ])
  rmSync(folder, { recursive: true, force: true })
})

const get = async (path: string): Promise<unknown> =>
  (await fetch(`${run.gateway.url}${path}${path.includes('?') ? '&' : '?'}projectId=demo`)).json()
async function held(
  address: string,
  chain: string,
): Promise<readonly (readonly [string, string])[]> {
  const answer = await get(`/v1/account/${address}/balance?currency=usd&chainId=${chain}`)
  return isBalanceAnswer(answer)
    ? answer.balances.map(({ symbol, quantity }) => [symbol, quantity.numeric])
    : []
}
async function past(address: string, chain: string): Promise<readonly HistoryTransaction[]> {
  const answer = await get(`/v1/account/${address}/history?chainId=${chain}`)
  return isHistoryAnswer(answer) ? answer.data : []
}
const newest = async (address: string, chain: string) => {
  const [one] = await past(address, chain)
  const { operationType, status, sentFrom, sentTo, fee } = one?.metadata ?? {}
  const moved = (one?.transfers ?? []).map(({ direction, quantity, fungible_info: coin }) => [
    direction,
    quantity.numeric,
    coin?.symbol,
  ])
  return [operationType, status, sentFrom, sentTo, fee, ...moved.map((parts) => parts.join(' '))]
}
async function rpc(
  chain: string,
  method: string,
  params: unknown,
): Promise<{ result?: unknown; error?: { code: number } }> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const init = { method: 'POST', body, headers: { 'content-type': 'text/plain' } }
  return (await fetch(`${run.gateway.url}/v1?chainId=${chain}&projectId=demo`, init)).json()
}
/** Signs with the first account of the usual words, and sends to the chain itself. */
async function request(
  family: Family,
  method: string,
  params: unknown,
): Promise<{ readonly txid: string }> {
  const kept: { grants: Grants } = { grants: {} }
  const grants = {
    read: () => kept.grants,
    write: (given: Grants) => Object.assign(kept, { grants: given }),
  }
  const nodes = { solana: run.solana.url, bitcoin: run.bitcoin.url, stacks: run.stacks.url }
  const signer = createFamilySigner({
    mnemonic: words,
    count: 1,
    nodes,
    approve: async () => true,
    grants,
  })
  const origin = 'http://shop.example'
  await signer.connect(origin, [family])
  return (await signer.request({ origin, family, method, params })) as { readonly txid: string }
}

describe('families on local chains', () => {
  test('default: all four are listed from the start, and one that is down hinders no other', async () => {
    expect(await get('/v1/supported-chains')).toMatchObject({
      http: ['eip155:31337', sol, btc, stx],
    })
    const ada = run.solana.accounts[0]?.address ?? ''
    expect((await held(ada, sol))[0]).toEqual(['SOL', '100'])
    expect(
      await get('/v1/account/0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/balance?currency=usd'),
    ).toMatchObject({
      reasons: [{ field: 'chainId' }],
    })
    for (const [devnet, address] of [
      [sol, ada],
      [btc, run.bitcoin.accounts[0]?.payment],
      [stx, run.stacks.accounts[0]?.address],
    ]) {
      expect(await get(`/v1/identity/${address}?devnet=${devnet}`)).toMatchObject({
        name: null,
        avatar: null,
      })
    }
  })

  test('behavior: the development configuration names what the devnets have', () => {
    const { chains = [], tokens = [] } = developmentConfig('http://localhost:8545')
    const [, ...others] = chains
    const own = [
      solanaDevnetChain('http://127.0.0.1:8899'),
      bitcoinDevnetChain('http://127.0.0.1:3002'),
    ]
    expect(others).toEqual([...own, stacksDevnetChain('http://127.0.0.1:3999')])
    expect(tokens.slice(-3)).toEqual([...solanaDevnetTokens, ...stacksDevnetTokens])
  })

  test('behavior: Solana: SOL and a token leave, and both are seen by whom they leave and reach', async () => {
    const [ada = '', bob = ''] = run.solana.accounts.map(({ address }) => address)
    const [usdc] = run.solana.tokens
    const mint = usdc.id.split(':').at(-1) ?? ''
    const lists = await Promise.all(
      [ada, bob].map(async (owner) => {
        const { result } = await rpc(sol, 'getTokenAccountsByOwner', [
          owner,
          { mint },
          { encoding: 'jsonParsed' },
        ])
        return (result as { value: { pubkey: string }[] }).value[0]?.pubkey ?? ''
      }),
    )
    const [from = '', to = ''] = lists
    const send = async (
      parts: Omit<Parameters<typeof solanaTransaction>[0], 'payer' | 'blockhash'>,
    ) => {
      const { result } = await rpc(sol, 'getLatestBlockhash', [])
      const { blockhash } = (result as { value: { blockhash: string } }).value
      await request('solana', 'sendTransaction', {
        transaction: solanaTransaction({ payer: ada, blockhash, ...parts }),
      })
    }
    await send({
      program: '1'.repeat(32),
      writable: [bob],
      data: [2, 0, 0, 0, ...littleEndian(1_500_000_000n)],
      accounts: [ada, bob],
    })
    expect(await newest(ada, sol)).toEqual(['send', 'confirmed', ada, bob, '5000', 'out 1.5 SOL'])
    expect(await newest(bob, sol)).toEqual(['receive', 'confirmed', ada, bob, null, 'in 1.5 SOL'])

    const token = {
      program: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      readOnly: [mint],
      writable: [from, to],
    }
    await send({
      ...token,
      data: [12, ...littleEndian(2_000_000n), 6],
      accounts: [from, mint, to, ada],
    })
    expect(await newest(ada, sol)).toEqual(['send', 'confirmed', ada, bob, '5000', 'out 2 USDC'])
    expect(await newest(bob, sol)).toEqual(['receive', 'confirmed', ada, bob, null, 'in 2 USDC'])
    expect(await past(bob, sol)).toHaveLength(2)

    expect(await held(bob, sol)).toEqual([
      ['SOL', '101.5'],
      ['USDC', '1000002'],
      ['LATCH', '1000000'],
    ])
    expect(await rpc(sol, 'getAddressBalance', { address: bob })).toMatchObject({
      result: '101500000000',
    })
    expect(await rpc(sol, 'requestAirdrop', [bob, 1])).toMatchObject({ error: { code: -32601 } })
    const wrong = Buffer.alloc(200).toString('base64')
    expect(await rpc(sol, 'sendTransaction', [wrong, { encoding: 'base64' }])).toHaveProperty(
      'error',
    )
  })

  test('behavior: Bitcoin: what waits and what is mined, by whom it leaves and reaches', async () => {
    const [ada = '', bob = ''] = run.bitcoin.accounts.map(({ payment }) => payment)
    const { txid } = await request('bitcoin', 'sendTransfer', {
      recipients: [{ address: bob, amount: 123_456 }],
    })
    expect(await newest(bob, btc)).toEqual([
      'receive',
      'pending',
      ada,
      bob,
      null,
      'in 0.00123456 BTC',
    ])
    expect(await rpc(btc, 'getAddressBalance', { address: bob })).toMatchObject({
      result: String(1_000_000_800 + 123_456),
    })
    await run.bitcoin.mine()
    const [operation, status, ...rest] = await newest(ada, btc)
    expect([operation, status, rest[0], rest[1], rest[3]]).toEqual([
      'send',
      'confirmed',
      ada,
      bob,
      'out 0.00123456 BTC',
    ])
    expect(await past(ada, btc)).toHaveLength(2)
    expect((await past(ada, btc))[0]?.metadata).toMatchObject({ hash: txid, block: '442' })
    expect(await held(bob, btc)).toEqual([['BTC', '10.00124256']])

    expect(await rpc(btc, 'GET', ['/blocks/tip/height'])).toMatchObject({ result: 442 })
    const { result: hex } = await rpc(btc, 'GET', [`/tx/${txid}/hex`])
    expect(hex).toMatch(/^02/)
    expect(await rpc(btc, 'POST', ['/tx', '00'])).toMatchObject({ error: { code: 400 } })
    expect(await rpc(btc, 'GET', [`/tx/${'0'.repeat(64)}`])).toMatchObject({
      error: { code: 404, message: 'Transaction not found' },
    })
    expect(await rpc(btc, 'GET', ['/../admin'])).toMatchObject({ error: { code: -32601 } })
  })

  test('behavior: Stacks: STX and a token leave, and both are seen by whom they leave and reach', async () => {
    const [ada = '', bob = ''] = run.stacks.accounts.map(({ address }) => address)
    await request('stacks', 'stx_transferStx', { recipient: bob, amount: 2_500_000 })
    expect((await newest(bob, stx)).slice(0, 6)).toEqual([
      'receive',
      'confirmed',
      ada,
      bob,
      null,
      'in 2.5 STX',
    ])
    await request('stacks', 'stx_transferSip10Ft', {
      recipient: bob,
      asset: `${ada}.latch-token::latch`,
      amount: 3_000_000,
    })
    const [operation, status, from, to, fee, moved] = await newest(ada, stx)
    expect([operation, status, from, to, moved]).toEqual([
      'send',
      'confirmed',
      ada,
      bob,
      'out 3 LATCH',
    ])
    expect(fee).toMatch(/^\d+$/)
    await run.stacks.holdMining()
    await request('stacks', 'stx_transferStx', { recipient: bob, amount: 1_000_000 })
    expect((await newest(ada, stx)).slice(0, 4)).toEqual(['send', 'pending', ada, bob])
    expect((await newest(bob, stx)).slice(0, 6)).toEqual([
      'receive',
      'pending',
      ada,
      bob,
      null,
      'in 1 STX',
    ])
    expect(await past(bob, stx)).toHaveLength(3)
    await run.stacks.resumeMining()
    expect((await newest(bob, stx)).slice(0, 2)).toEqual(['receive', 'confirmed'])
    expect(await past(bob, stx)).toHaveLength(3)
    expect(await held(bob, stx)).toEqual([
      ['STX', '1000003.5'],
      ['LATCH', '10003'],
    ])
    expect(await rpc(stx, 'getAddressBalance', { address: bob })).toMatchObject({
      result: '1000003500000',
    })

    const read = { sender: ada, arguments: [] }
    expect(
      await rpc(stx, 'POST', [`/v2/contracts/call-read/${ada}/latch-token/get-decimals`, read]),
    ).toMatchObject({
      result: { okay: true },
    })
    expect(await rpc(stx, 'POST', ['/v2/transactions', { tx: '00' }])).toMatchObject({
      error: { code: 400, data: { reason: 'Deserialization' } },
    })
    expect(await rpc(stx, 'POST', ['/devnet/mine', 'hold'])).toMatchObject({
      error: { code: -32601 },
    })
  })
})

function littleEndian(amount: bigint): readonly number[] {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(amount)
  return [...bytes]
}
