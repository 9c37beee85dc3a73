import {
  accounts,
  addresses,
  type EvmDevnet,
  mnemonic,
  receiptOf,
  startEvmDevnet,
} from '@latchkey/devnet'
import {
  createPublicClient,
  createWalletClient,
  custom,
  erc20Abi,
  http,
  verifyMessage,
  verifyTypedData,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deriveAccounts } from '../derive-accounts.ts'
import { callNode } from '../provider/call-node.ts'
import type { Approval, Approve } from '../window/approval.ts'
import { createSigner } from './signer.ts'
import { toProvider } from './to-provider.ts'

const origin = 'http://shop.example'
const [ada, grace] = accounts

describe('createSigner', () => {
  const run = {} as { devnet: EvmDevnet; other: EvmDevnet }
  beforeAll(async () => {
    run.devnet = await startEvmDevnet()
    run.other = await startEvmDevnet()
  })
  afterAll(async () => {
    await run.devnet?.stop()
    await run.other?.stop()
  })

  function setUp(answer: Approve = async () => true) {
    const asked: Approval[] = []
    const signer = createSigner({
      accounts: deriveAccounts({ mnemonic, count: 2 }),
      chains: [
        { id: 31_337, name: 'Devnet', symbol: 'ETH', decimals: 18, rpcUrl: run.devnet.url },
        { id: 7, name: 'Seven', symbol: 'SEV', decimals: 18, rpcUrl: run.devnet.url },
      ],
      approve: (approval) => {
        asked.push(approval)
        return answer(approval)
      },
    })
    const provider = toProvider(signer, origin)
    const wallet = createWalletClient({ transport: custom(provider), account: ada.address })
    const reads = createPublicClient({ transport: http(run.devnet.url), pollingInterval: 20 })
    return { asked, signer, provider, wallet, reads }
  }

  test('default', async () => {
    const { asked, provider, wallet, signer } = setUp()
    expect(await wallet.getAddresses()).toEqual([])
    expect(await wallet.requestAddresses()).toEqual([ada.address])
    expect(await wallet.requestAddresses()).toEqual([ada.address])
    expect(await wallet.getAddresses()).toEqual([ada.address])
    expect(await wallet.getChainId()).toBe(31_337)
    expect(asked).toEqual([{ kind: 'connect', origin, accounts: [ada.address, grace.address] }])
    expect(
      await toProvider(signer, 'http://other.example').request({ method: 'eth_accounts' }),
    ).toEqual([])
    expect(
      await provider.request({ method: 'eth_getBalance', params: [grace.address, 'latest'] }),
    ).toBe('0x21e19e0c9bab2400000')
  })

  test('behavior: signatures verify', async () => {
    const { asked, wallet } = setUp()
    await wallet.requestAddresses()
    const message = 'Good evening'
    const signature = await wallet.signMessage({ message })
    expect(await verifyMessage({ address: ada.address, message, signature })).toBe(true)
    const typed = {
      domain: { name: 'Shop', chainId: 31_337 },
      types: { Mail: [{ name: 'text', type: 'string' }] },
      primaryType: 'Mail',
      message: { text: 'hello' },
    } as const
    const typedSignature = await wallet.signTypedData(typed)
    expect(
      await verifyTypedData({ ...typed, address: ada.address, signature: typedSignature }),
    ).toBe(true)
    expect(asked.map(({ kind }) => kind)).toEqual(['connect', 'message', 'typed-data'])
    expect(asked[1]).toMatchObject({ text: message })
    const hidden = { ...typed, message: { text: 'a\u202Eb' } }
    await wallet.signTypedData(hidden)
    expect(asked[3]).toMatchObject({ message: expect.stringContaining('a\\u{202e}b') })
    const foreign = { ...typed, domain: { chainId: 1 } }
    await expect(wallet.signTypedData(foreign)).rejects.toMatchObject({ cause: { code: -32602 } })
  })

  test('behavior: a transaction is filled, signed here and mined', async () => {
    const { asked, wallet, reads } = setUp()
    await wallet.requestAddresses()
    const hash = await wallet.sendTransaction({ to: grace.address, value: 3n, chain: null })
    const receipt = await receiptOf(run.devnet.url, hash)
    expect(receipt).toMatchObject({
      status: 'success',
      from: ada.address.toLowerCase(),
      to: grace.address.toLowerCase(),
    })
    const approval = asked[1]
    if (approval?.kind !== 'transaction') throw new Error('no transaction was asked')
    expect(approval).toMatchObject({ to: grace.address, value: 3n })
    expect(receipt.gasUsed * receipt.effectiveGasPrice).toBeLessThanOrEqual(approval.fee)
    const token = { address: addresses.usdc, abi: erc20Abi } as const
    const moved = await wallet.writeContract({
      ...token,
      functionName: 'transfer',
      args: [grace.address, 1n],
      chain: null,
    })
    const { gasUsed } = await receiptOf(run.devnet.url, moved)
    // A fifth on top where code runs.
    expect((await reads.getTransaction({ hash: moved })).gas).toBeGreaterThanOrEqual(
      (gasUsed * 6n) / 5n,
    )
    expect(
      await reads.readContract({ ...token, functionName: 'balanceOf', args: [grace.address] }),
    ).toBe(10_000_000_001n)
  })

  test('behavior: a rejection is 4001 and sends nothing', async () => {
    const { provider, reads } = setUp(async ({ kind }) => kind === 'connect')
    await provider.request({ method: 'eth_requestAccounts' })
    const nonce = await reads.getTransactionCount({ address: ada.address })
    for (const [method, params] of [
      ['personal_sign', ['0x00', ada.address]],
      ['eth_sendTransaction', [{ from: ada.address, to: grace.address, value: '0x1' }]],
      ['wallet_switchEthereumChain', [{ chainId: '0x7' }]],
    ]) {
      await expect(provider.request({ method: method as string, params })).rejects.toMatchObject({
        code: 4001,
      })
    }
    expect(await reads.getTransactionCount({ address: ada.address })).toBe(nonce)
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
    const refusing = setUp(async () => false)
    await expect(
      refusing.provider.request({ method: 'eth_requestAccounts' }),
    ).rejects.toMatchObject({ code: 4001 })
    expect(await refusing.provider.request({ method: 'eth_accounts' })).toEqual([])
  })

  test('behavior: nothing is signed for a site or account without permission', async () => {
    const { asked, provider } = setUp()
    const ask = (address: string) =>
      provider.request({ method: 'personal_sign', params: ['0x00', address] })
    await expect(ask(ada.address)).rejects.toMatchObject({ code: 4100 })
    await provider.request({ method: 'eth_requestAccounts' })
    await expect(ask(grace.address)).rejects.toMatchObject({ code: 4100 })
    await provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
    await expect(ask(ada.address)).rejects.toMatchObject({ code: 4100 })
    expect(asked.map(({ kind }) => kind)).toEqual(['connect'])
  })

  test('behavior: switching and adding chains, with events', async () => {
    const { asked, provider } = setUp()
    const events: unknown[] = []
    provider.on('chainChanged', (chain) => events.push(chain))
    provider.on('accountsChanged', (list) => events.push(list))
    await provider.request({ method: 'eth_requestAccounts' })
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7' }] })
    const unknown = provider.request({
      method: 'wallet_switchEthereumChain',
      params: [{ chainId: '0x1' }],
    })
    await expect(unknown).rejects.toMatchObject({ code: 4902 })
    const added = {
      chainName: 'X',
      nativeCurrency: { symbol: 'X', decimals: 18 },
      rpcUrls: [run.other.url],
    }
    const lying = provider.request({
      method: 'wallet_addEthereumChain',
      params: [{ ...added, chainId: '0x1' }],
    })
    await expect(lying).rejects.toMatchObject({ code: -32602 })
    await callNode(run.other.url, 'anvil_setChainId', [77])
    await provider.request({
      method: 'wallet_addEthereumChain',
      params: [{ ...added, chainId: '0x4d' }],
    })
    const call = { from: ada.address, to: grace.address, value: '0x1' }
    const balance = async () =>
      BigInt(String(await callNode(run.other.url, 'eth_getBalance', [grace.address, 'latest'])))
    const before = await balance()
    await provider.request({ method: 'eth_sendTransaction', params: [call] })
    await expect.poll(balance).toBe(before + 1n)
    const elsewhere = provider.request({
      method: 'eth_sendTransaction',
      params: [{ ...call, chainId: '0x7' }],
    })
    await expect(elsewhere).rejects.toMatchObject({ code: -32602 })
    await provider.request({ method: 'wallet_revokePermissions' })
    expect(events).toEqual([[ada.address], '0x7', '0x4d', []])
    expect(asked.map(({ kind }) => kind)).toEqual([
      'connect',
      'switch-chain',
      'add-chain',
      'transaction',
    ])
  })

  test('behavior: several accounts, one selected', async () => {
    const { provider, signer } = setUp(async (approval) =>
      approval.kind === 'connect' ? approval.accounts : true,
    )
    expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([
      ada.address,
      grace.address,
    ])
    const events: unknown[] = []
    provider.on('accountsChanged', (list) => events.push(list))
    signer.selectAccount(origin, grace.address)
    expect(events).toEqual([[grace.address, ada.address]])
    expect(
      await provider.request({ method: 'personal_sign', params: ['0x00', ada.address] }),
    ).toMatch(/^0x/)
  })

  test.each(['eth_sign', 'anvil_setBalance', 'evm_mine', 'toString', '__proto__'])(
    'behavior: %s is not known',
    async (method) => {
      const { provider } = setUp()
      await expect(provider.request({ method })).rejects.toMatchObject({ code: 4200 })
    },
  )
})
