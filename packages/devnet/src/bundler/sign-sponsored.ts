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
import { readReferenceContract } from './read-reference-contract.ts'

/** A user operation in JSON-RPC form: numbers and bytes are hex text. */
export type SponsorRequest = Readonly<Record<string, string | null | undefined>>

/** The paymaster's fields that the ERC-7677 methods return. */
export interface SponsoredFields {
  readonly paymaster: Address
  readonly paymasterData: Hex
  readonly paymasterVerificationGasLimit: Hex
  readonly paymasterPostOpGasLimit: Hex
}

const { abi } = readReferenceContract('VerifyingPaymaster')
const numberFields = [
  'nonce',
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'paymasterVerificationGasLimit',
  'paymasterPostOpGasLimit',
]
const defaultLimits = {
  paymasterVerificationGasLimit: '0x186a0',
  paymasterPostOpGasLimit: '0x1',
} as const

/**
 * Signs the paymaster's promise to pay for one user operation and no other; the promise is valid
 * for ten minutes. The account's own signature is not part of the signed data.
 */
export async function signSponsored(
  {
    chain,
    paymaster,
    signer,
  }: { readonly chain: string; readonly paymaster: Address; readonly signer: HDAccount },
  requestedOperation: SponsorRequest,
): Promise<SponsoredFields> {
  const givenFields = Object.fromEntries(
    Object.entries(requestedOperation).filter(([, value]) => value != null),
  )
  const limits = {
    ...defaultLimits,
    ...pickFields(givenFields, Object.keys(defaultLimits)),
  } as typeof defaultLimits
  const validUntil = Math.floor(Date.now() / 1000) + 600
  const validityTimes = encodeAbiParameters(parseAbiParameters('uint48, uint48'), [validUntil, 0])
  const fullOperation = {
    signature: '0x',
    ...givenFields,
    ...limits,
    paymaster,
    paymasterData: validityTimes,
  }
  const operation = Object.fromEntries(
    [
      ...Object.entries(fullOperation),
      ...numberFields
        .filter((name) => !(name in fullOperation))
        .map((name) => [name, '0x0'] as const),
    ].map(([name, value]) => [
      name,
      numberFields.includes(name) ? hexToBigInt(value as Hex) : value,
    ]),
  ) as unknown as UserOperation<'0.7'>
  const packedOperation = toPackedUserOperation(operation)
  const client = createPublicClient({ transport: http(chain) })
  const args = [packedOperation, validUntil, 0]
  const operationHash = (await client.readContract({
    address: paymaster,
    abi,
    functionName: 'getHash',
    args,
  })) as Hex
  const signature = await signer.signMessage({ message: { raw: operationHash } })
  return { paymaster, paymasterData: concat([validityTimes, signature]), ...limits }
}

function pickFields(source: Readonly<Record<string, unknown>>, names: readonly string[]): object {
  return Object.fromEntries(names.flatMap((name) => (name in source ? [[name, source[name]]] : [])))
}
