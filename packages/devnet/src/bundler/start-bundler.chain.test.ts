import {
  createPublicClient,
  createWalletClient,
  defineChain,
  encodeFunctionData,
  http,
  parseAbi,
  parseEther,
} from 'viem'
import {
  createBundlerClient,
  entryPoint07Abi,
  getUserOperationHash,
  toSmartAccount,
} from 'viem/account-abstraction'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mnemonic } from '../evm/accounts.ts'
import { addresses } from '../evm/addresses.ts'
import { receiptOf } from '../evm/receipt-of.ts'
import { type EvmDevnet, startEvmDevnet } from '../world/start-evm-devnet.ts'
import { type Bundler, startBundler } from './start-bundler.ts'

const run = {} as { devnet: EvmDevnet; bundler: Bundler }
beforeAll(async () => {
  run.devnet = await startEvmDevnet()
  run.bundler = await startBundler({ chain: run.devnet.url })
})
afterAll(async () => {
  await run.bundler?.stop()
  await run.devnet?.stop()
})

const factoryAbi = parseAbi([
  'function createAccount(address owner, uint256 salt) returns (address)',
  'function getAddress(address owner, uint256 salt) view returns (address)',
])
const accountAbi = parseAbi([
  'function execute(address to, uint256 value, bytes data)',
  'function executeBatch(address[] to, uint256[] value, bytes[] data)',
])

/** The simple account of the reference contracts, as viem wants one. */
async function simpleAccount(signer = privateKeyToAccount(generatePrivateKey())) {
  const chain = defineChain({
    id: 31_337,
    name: 'devnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [run.devnet.url] } },
  })
  const client = createPublicClient({ chain, transport: http(), pollingInterval: 20 })
  const args = [signer.address, 0n] as const
  const factory = { address: addresses.simpleAccountFactory, abi: factoryAbi } as const
  const unused = async (): Promise<never> => {
    throw new Error('not asked for here')
  }
  const address = await client.readContract({ ...factory, functionName: 'getAddress', args })
  const account = await toSmartAccount({
    client,
    entryPoint: { abi: entryPoint07Abi, address: addresses.entryPoint, version: '0.7' },
    getAddress: async () => address,
    getFactoryArgs: async () => ({
      factory: factory.address,
      factoryData: encodeFunctionData({ abi: factoryAbi, functionName: 'createAccount', args }),
    }),
    async encodeCalls(calls) {
      const [only] = calls
      if (calls.length === 1 && only)
        return encodeFunctionData({
          abi: accountAbi,
          functionName: 'execute',
          args: [only.to, only.value ?? 0n, only.data ?? '0x'],
        })
      const batch = [
        calls.map(({ to }) => to),
        calls.map(({ value }) => value ?? 0n),
        calls.map(({ data }) => data ?? '0x'),
      ] as const
      return encodeFunctionData({ abi: accountAbi, functionName: 'executeBatch', args: batch })
    },
    // Of the right shape and of nobody: recovering it must not revert.
    getStubSignature: () =>
      privateKeyToAccount(generatePrivateKey()).signMessage({ message: 'stub' }),
    signMessage: unused,
    signTypedData: unused,
    async signUserOperation({ chainId = 31_337, ...operation }) {
      const userOperation = { ...operation, sender: address, signature: '0x' } as const
      const raw = getUserOperationHash({
        chainId,
        entryPointAddress: addresses.entryPoint,
        entryPointVersion: '0.7',
        userOperation,
      })
      return signer.signMessage({ message: { raw } })
    },
  })
  const bundler = createBundlerClient({
    account,
    client,
    transport: http(run.bundler.url),
    pollingInterval: 20,
  })
  return { account, bundler, client }
}

async function fund(to: `0x${string}`) {
  const wallet = createWalletClient({
    account: mnemonicToAccount(mnemonic),
    transport: http(run.devnet.url),
  })
  const hash = await wallet.sendTransaction({ chain: null, to, value: parseEther('1') })
  await receiptOf(run.devnet.url, hash)
}

describe('startBundler', () => {
  test('default: the contracts stand where they do on public chains', () => {
    expect(addresses.entryPoint).toBe('0x0000000071727De22E5E9d8BAf0edAc6f37da032')
    expect(addresses.simpleAccountFactory).toBe('0x91E60e0613810449d098b0b5Ec8b51A0FE8c8985')
  })

  test('behavior: a first operation makes its account and sends; the next one is a batch', async () => {
    const { account, bundler, client } = await simpleAccount()
    expect(await bundler.getSupportedEntryPoints()).toEqual([addresses.entryPoint])
    await fund(account.address)
    const to = '0x00000000000000000000000000000000000000e1'
    const first = await bundler.sendUserOperation({ calls: [{ to, value: 5n }] })
    expect(await bundler.waitForUserOperationReceipt({ hash: first })).toMatchObject({
      success: true,
      sender: account.address,
    })
    expect((await client.getCode({ address: account.address }))?.length).toBeGreaterThan(2)
    const second = await bundler.sendUserOperation({
      calls: [
        { to, value: 7n },
        { to, value: 1n },
      ],
    })
    expect((await bundler.waitForUserOperationReceipt({ hash: second })).success).toBe(true)
    expect(await client.getBalance({ address: to })).toBe(13n)
  })

  test('behavior: what another key signed, and what nobody pays, is refused', async () => {
    const { account, bundler } = await simpleAccount()
    const calls = [{ to: '0x00000000000000000000000000000000000000e2', value: 0n }] as const
    await expect(bundler.sendUserOperation({ calls })).rejects.toThrow(/AA21|prefund/)
    await fund(account.address)
    const prepared = await bundler.prepareUserOperation({ account, calls })
    const signature = await privateKeyToAccount(generatePrivateKey()).signMessage({
      message: 'not this',
    })
    const forged = { ...prepared, signature } as Parameters<typeof bundler.sendUserOperation>[0]
    await expect(bundler.sendUserOperation(forged)).rejects.toThrow(/AA24|signature/i)
  })

  test('behavior: it listens on loopback alone', async () => {
    const { networkInterfaces } = await import('node:os')
    const own = Object.values(networkInterfaces())
      .flat()
      .find((one) => one && !one.internal && one.family === 'IPv4')
    const { port } = new URL(run.bundler.url)
    // Any other address of the loopback net would do where a computer has no network at all.
    await expect(fetch(`http://${own?.address ?? '127.0.0.2'}:${port}/`)).rejects.toThrow()
    expect(await fetch(`http://127.0.0.2:${port}/`).catch(() => undefined)).toBeUndefined()
  })
})
