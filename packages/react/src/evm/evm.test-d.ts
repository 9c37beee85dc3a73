import type { LatchkeyError } from '@latchkey/protocol'
import { erc20Abi, type TransactionReceipt } from 'viem'
import { expectTypeOf, test } from 'vitest'
import { useCallsStatus } from './use-calls-status.ts'
import { useCapabilities } from './use-capabilities.ts'
import { useProvider } from './use-provider.ts'
import { useReadContract } from './use-read-contract.ts'
import { useSendCalls } from './use-send-calls.ts'
import { useSignTypedData } from './use-sign-typed-data.ts'
import { useWaitForTransaction } from './use-wait-for-transaction.ts'
import { useWalletClient } from './use-wallet-client.ts'
import { useWriteContract } from './use-write-contract.ts'

const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const token = { address, abi: erc20Abi } as const

test('useReadContract: the ABI types function, arguments and answer', () => {
  const balance = useReadContract({ ...token, functionName: 'balanceOf', args: [address] })
  expectTypeOf(balance.data).toEqualTypeOf<bigint | undefined>()
  expectTypeOf(balance.error).toEqualTypeOf<LatchkeyError | null>()
  expectTypeOf(useReadContract({ ...token, functionName: 'symbol' }).data).toEqualTypeOf<
    string | undefined
  >()
  useReadContract({ ...token, address: undefined, functionName: 'symbol', chain: 'eip155:1' })
  // @ts-expect-error: transfer changes the state
  useReadContract({ ...token, functionName: 'transfer', args: [address, 1n] })
  // @ts-expect-error: the owner is an address
  useReadContract({ ...token, functionName: 'balanceOf', args: [1n] })
})

test('useWriteContract: the ABI types function and arguments', () => {
  const { run, state } = useWriteContract()
  void run({ ...token, functionName: 'transfer', args: [address, 1n] }).then((outcome) => {
    if (outcome.status === 'done') expectTypeOf(outcome.value.hash).toEqualTypeOf<`0x${string}`>()
  })
  // @ts-expect-error: an amount is a bigint
  void run({ ...token, functionName: 'transfer', args: [address, 1] })
  // @ts-expect-error: balanceOf changes nothing
  void run({ ...token, functionName: 'balanceOf', args: [address] })
  if (state.status === 'failed') expectTypeOf(state.error).toEqualTypeOf<LatchkeyError>()
})

test('useSignTypedData: the types of the message follow from its types', () => {
  const { run } = useSignTypedData()
  const types = { Order: [{ name: 'total', type: 'uint256' }] } as const
  const domain = { name: 'Shop', chainId: 1 }
  void run({ typedData: { domain, types, primaryType: 'Order', message: { total: 1n } } })
  // @ts-expect-error: a total is a bigint
  void run({ typedData: { domain, types, primaryType: 'Order', message: { total: 'one' } } })
  // @ts-expect-error: there is no such type
  void run({ typedData: { domain, types, primaryType: 'Cart', message: { total: 1n } } })
})

test('the others', () => {
  expectTypeOf(useWaitForTransaction({ hash: undefined }).data).toEqualTypeOf<
    TransactionReceipt | undefined
  >()
  const status = useCallsStatus({ id: 'b1' })
  expectTypeOf(status.data?.code).toEqualTypeOf<number | undefined>()
  expectTypeOf(useCapabilities().data?.['eip155:1']?.atomic?.status).toEqualTypeOf<
    'supported' | 'ready' | 'unsupported' | undefined
  >()
  const { state, run } = useSendCalls()
  if (state.status === 'done' && state.value.isFallback)
    expectTypeOf(state.value.calls[0]?.status).toEqualTypeOf<
      'sent' | 'refused' | 'unknown' | 'not-asked' | undefined
    >()
  void run({ calls: [{ to: address }], capabilities: { paymasterService: { url: 'https://x' } } })
  // @ts-expect-error: a paymaster has an address
  void run({ calls: [{ to: address }], capabilities: { paymasterService: { optional: true } } })
  expectTypeOf(useWalletClient().data?.account.address).toEqualTypeOf<`0x${string}` | undefined>()
  useProvider().on('accountsChanged', ([first]) =>
    expectTypeOf(first).toEqualTypeOf<`0x${string}` | undefined>(),
  )
})
