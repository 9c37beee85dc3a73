import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  erc20Abi,
  http,
  namehash,
  parseAbi,
  parseEther,
  toHex,
  zeroAddress,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { packetToBytes } from 'viem/ens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accounts, mnemonic } from '../evm/accounts.ts'
import { addresses } from '../evm/addresses.ts'
import { devnetChain, devnetTokens } from '../evm/chain.ts'
import { receiptOf } from '../evm/receipt-of.ts'
import { type EvmDevnet, startEvmDevnet } from './start-evm-devnet.ts'

const [ada, grace] = accounts
const mallory = accounts[9]

function connectTo(url: string) {
  const { contracts, name, nativeCurrency } = devnetChain(url)
  const chain = defineChain({
    id: 31_337,
    name,
    nativeCurrency,
    rpcUrls: { default: { http: [url] } },
    contracts: {
      multicall3: { address: contracts?.multicall3 as '0x' },
      ensUniversalResolver: { address: contracts?.ensUniversalResolver as '0x' },
    },
  })
  const reads = createPublicClient({ chain, transport: http(url), pollingInterval: 20 })
  const writes = createWalletClient({
    chain,
    transport: http(url),
    account: mnemonicToAccount(mnemonic),
  })
  return { reads, writes }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function untilGone(pid: number): Promise<void> {
  const end = Date.now() + 5_000
  while (isAlive(pid)) {
    if (Date.now() > end) throw new Error(`${pid} still runs`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

describe('startEvmDevnet', () => {
  const run = {} as {
    devnet: EvmDevnet
    reads: ReturnType<typeof connectTo>['reads']
    writes: ReturnType<typeof connectTo>['writes']
  }
  beforeAll(async () => {
    const devnet = await startEvmDevnet()
    Object.assign(run, { devnet, ...connectTo(devnet.url) })
  })
  afterAll(() => run.devnet?.stop())

  test('default', async () => {
    expect(await run.reads.getChainId()).toBe(31_337)
    for (const [i, { address }] of accounts.entries()) {
      expect(mnemonicToAccount(mnemonic, { addressIndex: i }).address).toBe(address)
      expect(await run.reads.getBalance({ address })).toBe(parseEther('10000'))
      expect(await run.reads.getTransactionCount({ address })).toBe(0)
    }
  })

  test('behavior: a second start is up in under five seconds with the same addresses', async () => {
    const startedAt = performance.now()
    const second = await startEvmDevnet()
    const took = performance.now() - startedAt
    console.info(`devnet up in ${Math.round(took)} ms`)
    await second.stop()
    expect(took).toBeLessThan(5_000)
    expect(second.addresses).toEqual(addresses)
    expect(run.devnet.addresses).toEqual(addresses)
  })

  test('behavior: every address holds code', async () => {
    for (const address of Object.values(addresses)) {
      expect(((await run.reads.getCode({ address })) ?? '0x').length).toBeGreaterThan(2)
    }
  })

  test('behavior: names resolve forward, back, and with texts', async () => {
    for (const { name, address } of accounts) {
      expect(await run.reads.getEnsAddress({ name })).toBe(address)
    }
    for (const { name, address } of accounts.slice(0, 9)) {
      expect(await run.reads.getEnsName({ address })).toBe(name)
    }
    expect(await run.reads.getEnsText({ name: 'ada.eth', key: 'avatar' })).toMatch(
      /^data:image\/png;base64,/,
    )
    expect(await run.reads.getEnsText({ name: 'alan.eth', key: 'avatar' })).toBeNull()
    expect(
      await run.reads.getEnsAddress({ name: 'nobody.eth', strict: true }).catch((e) => e.message),
    ).toContain('ResolverNotFound')
    expect(await run.reads.getEnsAddress({ name: 'nobody.eth' })).toBeNull()
    expect(await run.reads.getEnsName({ address: addresses.weth })).toBeNull()
  })

  test('behavior: the resolver of a name is its own, else that of its nearest parent', async () => {
    const { nameResolver, zoneResolver } = addresses
    expect(await run.reads.getEnsResolver({ name: 'ada.eth' })).toBe(nameResolver)
    expect(await run.reads.getEnsResolver({ name: 'deep.below.ada.eth' })).toBe(nameResolver)
    expect(await run.reads.getEnsResolver({ name: 'latchkey.eth' })).toBe(zoneResolver)
    expect(await run.reads.getEnsResolver({ name: 'somebody.latchkey.eth' })).toBe(zoneResolver)
    expect(await run.reads.getEnsResolver({ name: 'nobody.eth' })).toBe(zeroAddress)
  })

  test('behavior: which name has the resolver is told by its place in the bytes', async () => {
    const address = addresses.universalResolver
    const abi = parseAbi([
      'function findResolver(bytes) view returns (address resolver, bytes32 node, uint256 offset)',
      'error DNSDecodingFailed(bytes)',
    ])
    const find = (name: `0x${string}`) =>
      run.reads.readContract({ address, abi, functionName: 'findResolver', args: [name] })
    const { nameResolver } = addresses
    expect(await find(toHex(packetToBytes('ada.eth')))).toEqual([
      nameResolver,
      namehash('ada.eth'),
      0n,
    ])
    // A byte for the length of the label, and its three letters.
    expect(await find(toHex(packetToBytes('sub.ada.eth')))).toEqual([
      nameResolver,
      namehash('sub.ada.eth'),
      4n,
    ])
    await expect(find('0x0361')).rejects.toThrow('DNSDecodingFailed')
  })

  test('behavior: a reverse record that lies is refused', async () => {
    const { address } = mallory
    expect(await run.reads.getEnsName({ address })).toBeNull()
    await expect(run.reads.getEnsName({ address, strict: true })).rejects.toThrow(
      'ReverseAddressMismatch',
    )
  })

  test('behavior: the universal resolver refuses what it cannot read', async () => {
    const { contracts } = devnetChain()
    const address = contracts?.ensUniversalResolver as '0x'
    const abi = parseAbi([
      'function resolveWithGateways(bytes,bytes,string[]) view returns (bytes,address)',
      'error DNSDecodingFailed(bytes)',
      'error UnsupportedResolverProfile(bytes4)',
    ])
    const ask = (name: `0x${string}`, data: `0x${string}`) =>
      run.reads.readContract({
        address,
        abi,
        functionName: 'resolveWithGateways',
        args: [name, data, []],
      })
    await expect(ask('0x0361', '0x')).rejects.toThrow('DNSDecodingFailed')
    await expect(ask(toHex(packetToBytes('ada.eth')), '0xbc1c58d1')).rejects.toThrow(
      'UnsupportedResolverProfile',
    )
  })

  test('behavior: tokens are read in one multicall', async () => {
    const [latch, usdc, ether, bad] = await run.reads.multicall({
      contracts: [
        { address: addresses.latch, abi: erc20Abi, functionName: 'symbol' },
        { address: addresses.usdc, abi: erc20Abi, functionName: 'balanceOf', args: [ada.address] },
        {
          address: addresses.multicall3,
          abi: parseAbi(['function getEthBalance(address) view returns (uint256)']),
          functionName: 'getEthBalance',
          args: [grace.address],
        },
        { address: addresses.router, abi: erc20Abi, functionName: 'symbol' },
      ],
    })
    expect(latch).toMatchObject({ result: 'LATCH' })
    expect(usdc).toMatchObject({ result: 10_000_000_000n })
    expect(ether).toMatchObject({ result: parseEther('10000') })
    expect(bad.status).toBe('failure')
    for (const { id, name, symbol, decimals } of devnetTokens) {
      const address = id.slice(id.lastIndexOf(':') + 1) as '0x'
      const read = (functionName: 'name' | 'symbol' | 'decimals') =>
        run.reads.readContract({ address, abi: erc20Abi, functionName })
      expect([await read('name'), await read('symbol'), await read('decimals')]).toEqual([
        name,
        symbol,
        decimals,
      ])
    }
  })

  test('behavior: transfers move coins and tokens', async () => {
    const to = '0x00000000000000000000000000000000000000b1'
    const coin = await run.writes.sendTransaction({ to, value: 5n })
    expect((await receiptOf(run.devnet.url, coin)).status).toBe('success')
    expect(await run.reads.getBalance({ address: to })).toBe(5n)
    const token = { address: addresses.usdc, abi: erc20Abi } as const
    const moved = await run.writes.writeContract({
      ...token,
      functionName: 'transfer',
      args: [to, 7n],
    })
    await receiptOf(run.devnet.url, moved)
    const held = {
      address: addresses.usdc,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [to],
    } as const
    expect(await run.reads.readContract(held)).toBe(7n)
  })

  test('behavior: the exchange quotes and swaps', async () => {
    const abi = parseAbi([
      'function getAmountsOut(uint256,address[]) view returns (uint256[])',
      'function swapExactETHForTokens(uint256,address[],address,uint256) payable returns (uint256[])',
    ])
    const router = { address: addresses.router, abi } as const
    for (const [token, low, high] of [
      [addresses.latch, parseEther('1980'), parseEther('2000')],
      [addresses.usdc, 2_480_000_000n, 2_500_000_000n],
    ] as const) {
      const path = [addresses.weth, token]
      const quote = (
        await run.reads.readContract({
          ...router,
          functionName: 'getAmountsOut',
          args: [parseEther('1'), path],
        })
      )[1]!
      expect(quote).toBeGreaterThan(low)
      expect(quote).toBeLessThan(high)
      const to = '0x00000000000000000000000000000000000000c1'
      const hash = await run.writes.writeContract({
        ...router,
        functionName: 'swapExactETHForTokens',
        args: [quote, path, to, 2n ** 255n],
        value: parseEther('1'),
        // What the node estimates in the second of the pool's last block is too little in the next.
        gas: 500_000n,
      })
      await receiptOf(run.devnet.url, hash)
      const held = { address: token, abi: erc20Abi, functionName: 'balanceOf', args: [to] } as const
      expect(await run.reads.readContract(held)).toBe(quote)
    }
  })

  test('behavior: the collectibles stand, one of them spam', async () => {
    const abi = parseAbi([
      'function name() view returns (string)',
      'function ownerOf(uint256) view returns (address)',
      'function tokenURI(uint256) view returns (string)',
    ])
    const read = (address: `0x${string}`) =>
      run.reads.readContract({ address, abi, functionName: 'name' })
    expect(await read(addresses.nft)).toBe('Latch Keys')
    expect(await read(addresses.spamNft)).toMatch(/^Visit /)
    expect(
      await run.reads.readContract({
        address: addresses.nft,
        abi,
        functionName: 'ownerOf',
        args: [1n],
      }),
    ).toBe(ada.address)
    const document = await run.reads.readContract({
      address: addresses.nft,
      abi,
      functionName: 'tokenURI',
      args: [1n],
    })
    expect(
      JSON.parse(Buffer.from(document.split(',')[1] ?? '', 'base64').toString()),
    ).toMatchObject({
      name: 'Latch Key',
    })
  })

  test('behavior: stop ends the node', async () => {
    const devnet = await startEvmDevnet()
    expect(isAlive(devnet.pid)).toBe(true)
    await devnet.stop()
    await untilGone(devnet.pid)
  })

  test('behavior: a taken port is said clearly', async () => {
    const server = createServer()
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
    })
    await expect(startEvmDevnet({ port, host: '127.0.0.1' })).rejects.toThrow(
      `port ${port} is taken`,
    )
    await new Promise((resolve) => server.close(resolve))
  })

  test.each(['SIGINT', 'SIGKILL'] as const)(
    'behavior: no node outlives a command ended by %s',
    async (signal) => {
      const free = await startEvmDevnet()
      await free.stop()
      const port = new URL(free.url).port
      const cli = spawn(
        process.execPath,
        [
          '--conditions=latchkey-source',
          '--import',
          'tsx',
          fileURLToPath(new URL('../cli.ts', import.meta.url)),
        ],
        {
          env: { ...process.env, LATCHKEY_EVM_PORT: port },
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      )
      const said: string[] = []
      await new Promise<void>((resolve) => {
        cli.stdout.on('data', (data: Buffer) => {
          said.push(data.toString())
          if (said.join('').includes('ready in')) resolve()
        })
      })
      const pid = Number(/pid (\d+)/.exec(said.join(''))?.[1])
      expect(isAlive(pid)).toBe(true)
      cli.kill(signal)
      await untilGone(pid)
    },
  )
})
