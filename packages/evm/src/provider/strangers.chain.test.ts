import { connect, createKit, type Kit } from '@latchkey/core'
import { accounts, addresses, devnetChain, type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import { mockEvmWallet } from '@latchkey/testing'
import { BrowserProvider, Contract, verifyMessage as verifyByEthers, verifyTypedData } from 'ethers'
import {
  createPublicClient,
  createWalletClient,
  custom,
  erc20Abi,
  parseEther,
  verifyMessage,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readContract } from '../actions/read-contract.ts'
import { sendTransaction } from '../actions/send-transaction.ts'
import { waitForTransaction } from '../actions/wait-for-transaction.ts'
import { writeContract } from '../actions/write-contract.ts'
import { getPublicClient } from '../clients/get-public-client.ts'
import { getWalletClient } from '../clients/get-wallet-client.ts'
import { evm } from '../evm.ts'
import { type EvmProvider, getProvider } from './get-provider.ts'

const [ada, grace] = accounts
const run = {} as {
  devnet: EvmDevnet
  kit: Kit
  provider: EvmProvider
  wallet: ReturnType<typeof mockEvmWallet>
  stop: () => void
}
type Walk = (isMeant: (error: unknown) => boolean) => unknown
const usdc = { address: addresses.usdc, abi: erc20Abi } as const

beforeAll(async () => {
  run.devnet = await startEvmDevnet()
  const page = new EventTarget()
  run.wallet = mockEvmWallet({ rpcUrl: run.devnet.url })
  run.wallet.install(page)
  run.kit = createKit({
    adapters: [evm({ chains: [devnetChain(run.devnet.url)], page })],
    storage: null,
  })
  run.stop = run.kit.subscribe(() => {})
  await connect(run.kit, { connector: Object.keys(run.kit.getState().connectors)[0] ?? '' })
  run.provider = getProvider(run.kit)
})
afterAll(async () => {
  run.stop?.()
  await run.devnet?.stop()
})

describe('viem', () => {
  test('default: signs, sends and waits through the kit', async () => {
    const [wallet, chain] = await Promise.all([getWalletClient(run.kit), getPublicClient(run.kit)])
    expect([wallet.account.address, wallet.chain?.id]).toEqual([ada.address, 31337])
    const message = 'a message for a stranger'
    const signature = await wallet.signMessage({ message })
    expect(await verifyMessage({ address: ada.address, message, signature })).toBe(true)
    const before = await chain.getBalance({ address: grace.address })
    const hash = await wallet.sendTransaction({ to: grace.address, value: 7n, chain: wallet.chain })
    expect((await chain.waitForTransactionReceipt({ hash })).status).toBe('success')
    expect((await chain.getBalance({ address: grace.address })) - before).toBe(7n)
  })

  test('behavior: reads go to the owner’s node and not to the wallet', async () => {
    const asked = run.wallet.requests.length
    const chain = await getPublicClient(run.kit)
    expect(await chain.getChainId()).toBe(31337)
    expect(await chain.getBalance({ address: ada.address })).toBeGreaterThan(0n)
    expect(run.wallet.requests.length).toBe(asked)
  })

  test('behavior: the same script says the same on the wallet’s own provider and on ours', async () => {
    const script = async (provider: { request(one: never): Promise<unknown> }) => {
      const transport = custom(provider as never, { retryCount: 0 })
      const wallet = createWalletClient({ account: ada.address, transport })
      const chain = createPublicClient({ transport })
      const attempt = async (one: Promise<unknown>) =>
        one.catch((error: Error & { shortMessage?: string; walk?: Walk }) => {
          const inner = error.walk?.((e) => typeof (e as { code?: unknown }).code === 'number')
          return [error.name, error.shortMessage, (inner as { code?: unknown } | null)?.code]
        })
      return [
        await attempt(wallet.getAddresses()),
        await attempt(wallet.getChainId()),
        await attempt(wallet.signMessage({ message: 'one' })),
        await attempt(wallet.switchChain({ id: 137 })),
        await attempt(chain.getBlock({ blockNumber: 0n }).then(({ hash }) => hash)),
        await attempt(chain.call({ to: addresses.usdc, data: '0xdeadbeef' })),
        await attempt(
          chain.readContract({ ...usdc, functionName: 'balanceOf', args: [ada.address] }),
        ),
        await attempt(
          chain.simulateContract({
            ...usdc,
            functionName: 'transfer',
            args: [grace.address, 2n ** 200n],
            account: ada.address,
          }),
        ),
        await attempt(chain.request({ method: 'eth_latchkeyNothing' } as never)),
      ]
    }
    expect(await script(run.provider)).toEqual(await script(run.wallet.provider))
  })
})

describe('ethers', () => {
  test('default: signs, sends, reads and calls a contract through the kit', async () => {
    const provider = new BrowserProvider(run.provider)
    const signer = await provider.getSigner()
    expect(await signer.getAddress()).toBe(ada.address)
    expect((await provider.getNetwork()).chainId).toBe(31337n)
    const signature = await signer.signMessage('a message for a stranger')
    expect(verifyByEthers('a message for a stranger', signature)).toBe(ada.address)
    const domain = { name: 'Shop', chainId: 31337 }
    const types = { Order: [{ name: 'amount', type: 'uint256' }] }
    const typed = await signer.signTypedData(domain, types, { amount: 5n })
    expect(verifyTypedData(domain, types, { amount: 5n }, typed)).toBe(ada.address)
    const sent = await signer.sendTransaction({ to: grace.address, value: 3n })
    expect((await sent.wait())?.status).toBe(1)
    const token = new Contract(addresses.usdc, erc20Abi, signer)
    const before = await token.balanceOf?.(grace.address)
    const paid = await token.transfer?.(grace.address, 11n)
    await paid.wait()
    expect((await token.balanceOf?.(grace.address)) - before).toBe(11n)
  })

  test('behavior: declined is ACTION_REJECTED', async () => {
    run.wallet.behave('reject', 'personal_sign')
    const signer = await new BrowserProvider(run.provider).getSigner()
    await expect(signer.signMessage('no')).rejects.toMatchObject({ code: 'ACTION_REJECTED' })
    run.wallet.behave('approve')
  })
})

describe('actions', () => {
  test('default: a contract is read, written and waited for', async () => {
    const balance = () =>
      readContract(run.kit, { ...usdc, functionName: 'balanceOf', args: [grace.address] })
    const before = await balance()
    const { hash, account } = await writeContract(run.kit, {
      ...usdc,
      functionName: 'transfer',
      args: [grace.address, 1_000_000n],
    })
    expect(account).toBe(`eip155:31337:${ada.address}`)
    const receipt = await waitForTransaction(run.kit, { hash })
    expect([receipt.status, (await balance()) - before]).toEqual(['success', 1_000_000n])
  })

  test('parameters: value', async () => {
    const { hash } = await sendTransaction(run.kit, {
      to: grace.address,
      value: parseEther('0.5'),
      gas: 30_000n,
    })
    const { status } = await waitForTransaction(run.kit, { hash, confirmations: 1 })
    const chain = await getPublicClient(run.kit)
    const { value, gas } = await chain.getTransaction({ hash })
    expect([status, value, gas]).toEqual(['success', parseEther('0.5'), 30_000n])
  })

  test('behavior: what a contract refuses says why', async () => {
    const call = readContract(run.kit, {
      address: addresses.usdc,
      abi: [
        {
          type: 'function',
          name: 'transferFrom',
          stateMutability: 'view',
          inputs: ['address', 'address', 'uint256'].map((type, i) => ({ name: `a${i}`, type })),
          outputs: [{ type: 'bool', name: '' }],
        },
      ] as const,
      functionName: 'transferFrom',
      args: [grace.address, ada.address, 5n],
    })
    await expect(call).rejects.toMatchObject({
      name: 'LatchkeyError',
      code: 'execution-reverted',
    })
  })

  test('behavior: a transaction that nobody sent is waited for until the time is over', async () => {
    const waiting = waitForTransaction(run.kit, { hash: `0x${'12'.repeat(32)}`, timeoutMs: 300 })
    await expect(waiting).rejects.toMatchObject({ code: 'connection-timeout' })
    const stopped = waitForTransaction(run.kit, {
      hash: `0x${'12'.repeat(32)}`,
      signal: AbortSignal.abort(),
    })
    await expect(stopped).rejects.toMatchObject({ code: 'aborted' })
  })
})
