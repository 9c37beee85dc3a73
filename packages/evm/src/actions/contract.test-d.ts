import type { Kit } from '@latchkey/core'
import { BrowserProvider } from 'ethers'
import {
  createWalletClient,
  custom,
  type EIP1193Provider,
  erc20Abi,
  type TransactionReceipt,
} from 'viem'
import { expectTypeOf, test } from 'vitest'
import { getProvider } from '../provider/get-provider.ts'
import { readContract } from './read-contract.ts'
import { waitForTransaction } from './wait-for-transaction.ts'
import { writeContract } from './write-contract.ts'

const kit = {} as Kit
const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

test('the ABI types functions, arguments and answers', () => {
  const token = { address, abi: erc20Abi } as const
  expectTypeOf(
    readContract(kit, { ...token, functionName: 'balanceOf', args: [address] }),
  ).resolves.toEqualTypeOf<bigint>()
  expectTypeOf(
    readContract(kit, { ...token, functionName: 'symbol' }),
  ).resolves.toEqualTypeOf<string>()
  // @ts-expect-error: transfer changes the state
  void readContract(kit, { ...token, functionName: 'transfer', args: [address, 1n] })
  // @ts-expect-error: an amount is a bigint
  void writeContract(kit, { ...token, functionName: 'transfer', args: [address, 1] })
  // @ts-expect-error: balanceOf changes nothing
  void writeContract(kit, { ...token, functionName: 'balanceOf', args: [address] })
  expectTypeOf(
    writeContract(kit, { ...token, functionName: 'transfer', args: [address, 1n] }),
  ).resolves.toHaveProperty('hash')
  expectTypeOf(
    waitForTransaction(kit, { hash: '0x12' }),
  ).resolves.toEqualTypeOf<TransactionReceipt>()
})

test('other libraries take the provider', () => {
  const provider = getProvider(kit)
  createWalletClient({ transport: custom(provider) })
  // wagmi's connectors take what viem calls a provider.
  const asViem: EIP1193Provider = provider
  expectTypeOf(asViem.request({ method: 'eth_chainId' })).resolves.toEqualTypeOf<`0x${string}`>()
  new BrowserProvider(provider)
  provider.on('chainChanged', (chainId) => expectTypeOf(chainId).toEqualTypeOf<`0x${string}`>())
  // @ts-expect-error: no such event
  provider.on('chainchanged', () => {})
})
