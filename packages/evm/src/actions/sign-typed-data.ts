import type { Kit } from '@latchkey/core'
import { type AccountId, chainOf, inWords, LatchkeyError } from '@latchkey/protocol'
import { activeConnector } from '../connect/active-connector.ts'
import { addressOfAccount } from '../encoding/account.ts'
import { isHex } from '../encoding/hex.ts'

/** Typed structured data in the form of EIP-712; amounts may be bigint. */
export interface TypedData {
  readonly domain: Readonly<Record<string, unknown>>
  readonly types: Readonly<
    Record<string, readonly { readonly name: string; readonly type: string }[]>
  >
  readonly primaryType: string
  readonly message: Readonly<Record<string, unknown>>
}

/**
 * `eth_signTypedData_v4` (EIP-712) by the connected wallet. Throws `not-connected`,
 * `feature-unsupported`, `wallet-answer-invalid`, or what the wallet threw.
 */
export function signTypedData(
  kit: Kit,
  parameters: {
    readonly typedData: TypedData
    readonly account?: AccountId
    readonly signal?: AbortSignal
  },
): Promise<{ readonly signature: string; readonly account: AccountId }> {
  return inWords(runSignTypedData(kit, parameters))
}

async function runSignTypedData(
  kit: Kit,
  parameters: {
    readonly typedData: TypedData
    readonly account?: AccountId
    readonly signal?: AbortSignal
  },
): Promise<{ readonly signature: string; readonly account: AccountId }> {
  const { connector, session } = activeConnector(kit)
  if (!connector.features.request)
    throw new LatchkeyError('feature-unsupported', { reason: 'request' })
  const { typedData, account = session.selected, signal } = parameters
  const typedDataJson = JSON.stringify(addDomainType(typedData), (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  const signature = await connector.features.request({
    chain: chainOf(account),
    method: 'eth_signTypedData_v4',
    params: [addressOfAccount(account), typedDataJson],
    ...(signal && { signal }),
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

/** Wallets require the domain's type in the data; callers of viem leave it out. */
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
