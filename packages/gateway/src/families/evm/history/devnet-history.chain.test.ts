import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accounts, addresses, type EvmDevnet, receiptOf, startEvmDevnet } from '@latchkey/devnet'
import { type Bundler, startBundler } from '@latchkey/devnet/bundler'
import type { HistoryTransaction } from '@latchkey/protocol'
import { isHistoryAnswer } from '@latchkey/protocol'
import {
  concat,
  createPublicClient,
  defineChain,
  encodeFunctionData,
  formatEther,
  type Hex,
  http,
  parseAbi,
  parseEther,
  parseUnits,
  toHex,
} from 'viem'
import { createBundlerClient, toSoladySmartAccount } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningGateway, startGateway } from '../../../server/hosts/node.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-history-'))
const made: { devnet?: EvmDevnet; gateway?: RunningGateway; bundler?: Bundler } = {}
const [{ address: ada }, , { address: alan }] = accounts
const abi = parseAbi([
  'function approve(address, uint256)',
  'function transfer(address, uint256)',
  'function mint(address)',
  'function deposit() payable',
  'function withdraw(uint256)',
  'function setApprovalForAll(address, bool)',
  'function transferFrom(address, address, uint256)',
  'function swapExactETHForTokens(uint256, address[], address, uint256) payable',
])
const call = (functionName: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi, functionName, args } as Parameters<typeof encodeFunctionData>[0])

async function send(transaction: {
  from?: Hex
  to?: Hex
  value?: bigint
  data?: Hex
}): Promise<Hex> {
  const client = createPublicClient({ transport: http(made.devnet?.url) })
  const value = toHex(transaction.value ?? 0n)
  const request = { from: alan, gas: '0x1e8480', ...transaction, value }
  const hash = (await client.request({
    method: 'eth_sendTransaction',
    params: [request],
  } as never)) as Hex
  await receiptOf(made.devnet?.url ?? '', hash)
  return hash
}

async function read(
  query = '',
  account: string = alan,
): Promise<{ data: readonly HistoryTransaction[]; next: string | null }> {
  const response = await fetch(
    `${made.gateway?.url}/v1/account/${account}/history?projectId=demo&st=test&sv=test${query}`,
  )
  const body = await response.json()
  expect([response.status, isHistoryAnswer(body)]).toEqual([200, true])
  return body
}

/** The history, once it has this transaction; the index follows the chain by itself. */
async function readWith(
  hash: Hex,
  isWhole = (_: HistoryTransaction): boolean => true,
  account: string = alan,
): Promise<readonly HistoryTransaction[]> {
  for (;;) {
    const { data } = await read('', account)
    if (data.some((one) => one.metadata.hash === hash && isWhole(one))) return data
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

beforeAll(async () => {
  made.devnet = await startEvmDevnet()
  const env = { LATCHKEY_GATEWAY_LOG: 'silent', LATCHKEY_EVM_PORT: new URL(made.devnet.url).port }
  made.gateway = await startGateway({ dataDir: folder, port: 0, env })
})
afterAll(async () => {
  await made.gateway?.stop()
  await made.bundler?.stop()
  await made.devnet?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('history on the devnet', () => {
  test('default', async () => {
    const { latch, usdc, weth, router, nft, spamNft } = addresses
    const name = async (expected: string, transaction: Parameters<typeof send>[0]) =>
      [await send(transaction), expected] as const
    const path = [weth, usdc]
    const done = [
      await name('send', { to: ada, value: parseEther('1') }),
      await name('cancel', { to: alan }),
      await name('approve', { to: latch, data: call('approve', [router, 2n ** 256n - 1n]) }),
      await name('approve', { to: nft, data: call('setApprovalForAll', [router, true]) }),
      await name('trade', {
        to: router,
        value: parseEther('1'),
        data: call('swapExactETHForTokens', [0n, path, alan, 2n ** 40n]),
      }),
      await name('deposit', { to: weth, value: parseEther('0.5'), data: call('deposit', []) }),
      await name('withdraw', { to: weth, data: call('withdraw', [parseEther('0.2')]) }),
      await name('execute', { to: usdc, data: call('transfer', [ada, 2n ** 200n]) }),
      await name('deploy', { data: '0x60006000f3' }),
      await name('mint', { to: nft, data: call('mint', [alan]) }),
      await name('burn', {
        to: usdc,
        data: call('transfer', ['0x000000000000000000000000000000000000dEaD', 5n]),
      }),
      await name('receive', {
        from: ada,
        to: usdc,
        data: call('transfer', [alan, parseUnits('12.5', 6)]),
      }),
      await name('send', { from: ada, to: usdc, data: call('transferFrom', [alan, ada, 0n]) }),
      await name('mint', { from: ada, to: spamNft, data: call('mint', [alan]) }),
    ]
    const [last] = done.at(-1) as (typeof done)[number]
    const all = await readWith(last, ({ transfers }) => Boolean(transfers?.[0]?.nft_info?.content))
    const of = (at: number) =>
      all.find(({ metadata }) => metadata.hash === done[at]?.[0]) as HistoryTransaction
    if (process.env.LATCHKEY_SHOW) console.log(JSON.stringify(all, null, 1))
    expect(
      all.slice(0, done.length).map(({ metadata }) => [metadata.hash, metadata.operationType]),
    ).toEqual([...done].reverse())

    const coin = { name: 'Ether', symbol: 'ETH' }
    expect(of(0)).toMatchObject({
      metadata: {
        status: 'confirmed',
        sentFrom: alan.toLowerCase(),
        sentTo: ada.toLowerCase(),
        nonce: 0,
        isSpam: false,
      },
      transfers: [
        {
          fungible_info: coin,
          direction: 'out',
          quantity: { numeric: '1' },
          asset: 'eip155:31337/slip44:60',
        },
      ],
    })
    expect(BigInt(of(0).metadata.fee ?? 0) > 0n).toBe(true)
    expect(of(2).transfers).toMatchObject([
      { direction: 'self', isUnlimited: true, fungible_info: { symbol: 'LATCH' } },
    ])
    expect(of(3).transfers).toMatchObject([{ isUnlimited: true, nft_info: { name: 'Latch Keys' } }])
    expect(
      of(4).transfers?.map(({ direction, fungible_info: info }) => [direction, info?.symbol]),
    ).toEqual([
      ['out', 'ETH'],
      ['in', 'USDC'],
    ])
    expect(
      of(5).transfers?.map(({ direction, fungible_info: info, quantity }) => [
        direction,
        info?.symbol,
        quantity.numeric,
      ]),
    ).toEqual([
      ['out', 'ETH', '0.5'],
      ['in', 'WETH', '0.5'],
    ])
    expect(
      of(6).transfers?.map(({ direction, quantity }) => [direction, quantity.numeric]),
    ).toEqual([
      ['out', '0.2'],
      ['in', '0.2'],
    ])
    expect(of(7)).toMatchObject({ metadata: { status: 'failed' }, transfers: [] })
    expect(of(9).transfers?.[0]?.nft_info).toMatchObject({
      name: 'Latch Key',
      content: { preview: { url: expect.stringMatching(/^data:image\/png;base64,/) } },
      flags: { is_spam: false },
    })
    // A dollar is a dollar, whenever it was.
    expect(of(11).transfers).toMatchObject([
      { direction: 'in', quantity: { numeric: '12.5' }, value: 12.5, price: 1 },
    ])
    expect(of(12)).toMatchObject({
      metadata: { isSpam: true },
      transfers: [{ quantity: { numeric: '0' } }],
    })
    expect(of(13)).toMatchObject({
      metadata: { isSpam: true },
      transfers: [{ nft_info: { flags: { is_spam: true } } }],
    })
    expect(all.filter(({ metadata }) => metadata.isSpam).length).toBe(2)
  })

  test('behavior: what a smart account sends is the amount, to whom it went, with its value; the fee stands apart', async () => {
    const url = made.devnet?.url ?? ''
    const bundler = await startBundler({ chain: url })
    made.bundler = bundler
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    const chain = defineChain({
      id: 31_337,
      name: 'devnet',
      nativeCurrency,
      rpcUrls: { default: { http: [url] } },
    })
    const client = createPublicClient({ chain, transport: http(url), pollingInterval: 20 })
    const owner = privateKeyToAccount(generatePrivateKey())
    const salt = concat([owner.address, '0x000000000000000000000000'])
    const factoryAddress = addresses.smartAccountFactory
    const account = await toSoladySmartAccount({ client, owner, factoryAddress, salt })
    await send({ to: account.address, value: parseEther('2') })
    const sender = createBundlerClient({
      account,
      client,
      transport: http(bundler.url),
      pollingInterval: 20,
    })
    const operate = async (
      calls: readonly { to: Hex; value?: bigint; data?: Hex }[],
      limits: object = {},
    ) => {
      const hash = await sender.sendUserOperation({ calls, ...limits })
      // Judged by what viem reads of the bundle.
      return sender.waitForUserOperationReceipt({ hash })
    }
    const seen = async (hash: Hex, isWhole?: (one: HistoryTransaction) => boolean) =>
      (await readWith(hash, isWhole, account.address)).find(
        ({ metadata }) => metadata.hash === hash,
      )

    const value = parseEther('0.5')
    const { receipt, actualGasCost } = await operate([{ to: ada, value }])
    const sent = await seen(receipt.transactionHash, ({ transfers }) =>
      Boolean(transfers?.[0]?.value),
    )
    expect(sent).toMatchObject({
      metadata: {
        operationType: 'send',
        status: 'confirmed',
        sentFrom: account.address.toLowerCase(),
        sentTo: ada.toLowerCase(),
        fee: String(actualGasCost),
        isSpam: false,
      },
      transfers: [
        {
          direction: 'out',
          counterparty: ada.toLowerCase(),
          quantity: { numeric: formatEther(value) },
        },
      ],
    })
    expect(sent?.transfers).toHaveLength(1)
    const got = (await readWith(receipt.transactionHash, undefined, ada)).find(
      ({ metadata }) => metadata.hash === receipt.transactionHash,
    )
    expect(got?.metadata).toMatchObject({
      operationType: 'receive',
      sentFrom: account.address.toLowerCase(),
      fee: null,
    })

    const approved = await operate([
      { to: addresses.latch, data: call('approve', [addresses.router, 5n]) },
    ])
    expect((await seen(approved.receipt.transactionHash))?.metadata).toMatchObject({
      operationType: 'approve',
      fee: String(approved.actualGasCost),
    })
    const limits = {
      callGasLimit: 200_000n,
      verificationGasLimit: 200_000n,
      preVerificationGas: 100_000n,
    }
    const lost = await operate([{ to: addresses.latch, data: call('transfer', [ada, 1n]) }], limits)
    expect(lost.success).toBe(false)
    expect(await seen(lost.receipt.transactionHash)).toMatchObject({
      metadata: { status: 'failed' },
      transfers: [],
    })
  }, 60_000)

  test('behavior: a second page goes on where the first ended', async () => {
    for (let n = 0; n < 50; n++) {
      await send({ to: ada, value: 1n })
    }
    await readWith(await send({ to: ada, value: 2n }))
    const first = await read('&chainId=eip155:31337')
    const second = await read(`&chainId=eip155:31337&cursor=${first.next}`)
    expect([first.data.length, second.next]).toEqual([50, null])
    const ids = [...first.data, ...second.data].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const nonces = [...first.data, ...second.data]
      .filter(({ metadata }) => metadata.sentFrom === alan.toLowerCase() && metadata.fee !== null)
      .map(({ metadata }) => metadata.nonce)
    expect(nonces).toEqual([...nonces].sort((a, b) => b - a))
  })
})
