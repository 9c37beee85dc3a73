import type { Kit } from '@latchkey/core'
import { type AccountId, chainOf, inWords, LatchkeyError } from '@latchkey/protocol'
import type { TypedDataDefinition, TypedData as ViemTypedData } from 'viem'
import { activeConnector } from '../connect/active-connector.ts'
import { addressOfAccount } from '../encoding/account.ts'
import { isHex } from '../encoding/hex.ts'
import { askConnector } from './ask-connector.ts'

/** Structured data in the form of EIP-712, with any types. */
export interface TypedData {
  readonly domain: Readonly<Record<string, unknown>>
  readonly types: Readonly<
    Record<string, readonly { readonly name: string; readonly type: string }[]>
  >
  readonly primaryType: string
  readonly message: Readonly<Record<string, unknown>>
}

/**
 * Asks the connected wallet to sign structured data (EIP-712, `eth_signTypedData_v4`). The types of
 * the message follow from `types`, as with viem. A missing `EIP712Domain` is added.
 * @throws `not-connected`, `feature-unsupported`, `wallet-answer-invalid`, or what the wallet's
 *   error means, such as `user-rejected`
 *
 * @example
 * const { signature } = await signTypedData(kit, {
 *   typedData: {
 *     domain: { name: 'Shop', chainId: 1 },
 *     types: { Order: [{ name: 'total', type: 'uint256' }] },
 *     primaryType: 'Order',
 *     message: { total: 100n },
 *   },
 * })
 */
export function signTypedData<
  const T extends ViemTypedData | Record<string, unknown>,
  P extends keyof T | 'EIP712Domain' = keyof T,
>(kit: Kit, parameters: signTypedData.Parameters<T, P>): Promise<signTypedData.ReturnType> {
  const { typedData, ...options } = parameters
  return inWords(runSignTypedData(kit, typedData as unknown as TypedData, options))
}

export declare namespace signTypedData {
  type Parameters<
    T extends ViemTypedData | Record<string, unknown> = ViemTypedData,
    P extends keyof T | 'EIP712Domain' = keyof T,
  > = {
    /** The data to sign, in the form of EIP-712; amounts may be bigint. */
    readonly typedData: TypedDataDefinition<T, P>
    /**
     * CAIP-10 id of an account of any connected wallet; default the selected account of the active
     * one.
     */
    readonly account?: AccountId | undefined
    readonly signal?: AbortSignal | undefined
  }
  type ReturnType = { readonly signature: `0x${string}`; readonly account: AccountId }
}

async function runSignTypedData(
  kit: Kit,
  typedData: TypedData,
  options: { readonly account?: AccountId | undefined; readonly signal?: AbortSignal | undefined },
): Promise<signTypedData.ReturnType> {
  const { session } = activeConnector(kit, options.account)
  const { account = session.selected, signal } = options
  const typedDataJson = JSON.stringify(addDomainType(typedData), (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  const signature = await askConnector(kit, {
    chain: chainOf(account),
    method: 'eth_signTypedData_v4',
    params: [addressOfAccount(account), typedDataJson],
    account,
    signal,
  })
  if (!isHex(signature) || signature.length < 4)
    throw new LatchkeyError('wallet-answer-invalid', {
      reason: 'eth_signTypedData_v4 answered no signature',
    })
  return { signature, account }
}

const domainFields = [
  ['name', 'string'],
  ['version', 'string'],
  ['chainId', 'uint256'],
  ['verifyingContract', 'address'],
  ['salt', 'bytes32'],
] as const

/**
 * Wallets require that the data contains the type `EIP712Domain`; callers who are used to viem
 * leave it out.
 */
function addDomainType(typedData: TypedData): TypedData {
  if (typedData.types.EIP712Domain) return typedData
  const presentFields = domainFields.filter(([name]) => typedData.domain[name] !== undefined)
  return {
    ...typedData,
    types: {
      EIP712Domain: presentFields.map(([name, type]) => ({ name, type })),
      ...typedData.types,
    },
  }
}
