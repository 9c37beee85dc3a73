import {
  type Address,
  concat,
  createPublicClient,
  encodeAbiParameters,
  type Hex,
  hexToBigInt,
  http,
  parseAbiParameters,
} from 'viem'
import { toPackedUserOperation, type UserOperation } from 'viem/account-abstraction'
import type { HDAccount } from 'viem/accounts'
import { readReference } from './read-reference.ts'

/** A user operation in JSON-RPC: hex text. */
export type AskedOperation = Readonly<Record<string, string | null | undefined>>

/** Answers of the ERC-7677 methods. */
export interface Sponsored {
  readonly paymaster: Address
  readonly paymasterData: Hex
  readonly paymasterVerificationGasLimit: Hex
  readonly paymasterPostOpGasLimit: Hex
}

const { abi } = readReference('VerifyingPaymaster')
const numbers = [
  'nonce',
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'paymasterVerificationGasLimit',
  'paymasterPostOpGasLimit',
]
const usual = { paymasterVerificationGasLimit: '0x186a0', paymasterPostOpGasLimit: '0x1' } as const

/**
 * Signs, valid for ten minutes, that the paymaster pays for exactly this operation; the account's
 * own signature is not covered.
 */
export async function signSponsored(
  {
    chain,
    paymaster,
    signer,
  }: { readonly chain: string; readonly paymaster: Address; readonly signer: HDAccount },
  asked: AskedOperation,
): Promise<Sponsored> {
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value != null))
  const limits = { ...usual, ...pickFields(given, Object.keys(usual)) } as typeof usual
  const until = Math.floor(Date.now() / 1000) + 600
  const times = encodeAbiParameters(parseAbiParameters('uint48, uint48'), [until, 0])
  const whole = { signature: '0x', ...given, ...limits, paymaster, paymasterData: times }
  const operation = Object.fromEntries(
    [
      ...Object.entries(whole),
      ...numbers.filter((name) => !(name in whole)).map((name) => [name, '0x0'] as const),
    ].map(([name, value]) => [name, numbers.includes(name) ? hexToBigInt(value as Hex) : value]),
  ) as unknown as UserOperation<'0.7'>
  const packed = toPackedUserOperation(operation)
  const client = createPublicClient({ transport: http(chain) })
  const args = [packed, until, 0]
  const raw = (await client.readContract({
    address: paymaster,
    abi,
    functionName: 'getHash',
    args,
  })) as Hex
  const signature = await signer.signMessage({ message: { raw } })
  return { paymaster, paymasterData: concat([times, signature]), ...limits }
}

function pickFields(from: Readonly<Record<string, unknown>>, names: readonly string[]): object {
  return Object.fromEntries(names.flatMap((name) => (name in from ? [[name, from[name]]] : [])))
}
