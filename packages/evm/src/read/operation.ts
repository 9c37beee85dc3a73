import type { entryPoint as pointOfProtocol } from '@latchkey/protocol/vault'
import { isAddress, isSameAddress } from '../encoding/address.ts'
import { encodeWord, isHex } from '../encoding/hex.ts'

const entryPoint: typeof pointOfProtocol = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'

type Fields = Readonly<Record<string, unknown>>

/**
 * Topic of ERC-4337's event
 * `UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)`; the operation's hash,
 * the sender and the paymaster are indexed.
 */
const userOperationTopic = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
const zeroPaymasterTopic = `0x${'0'.repeat(64)}`

/**
 * Finds an account's operations (ERC-4337) in another account's transaction: whether they
 * succeeded, and what the account itself paid for them, in wei. Undefined when the transaction
 * contains none. The transaction may succeed although the operation failed.
 */
export function findOperation(
  receipt: Fields,
  account: string,
): { readonly isSuccess: boolean; readonly fee: bigint } | undefined {
  const paddedAccount = `0x${encodeWord(account)}`
  let operationResult: { readonly isSuccess: boolean; readonly fee: bigint } | undefined
  for (const entry of Array.isArray(receipt.logs) ? receipt.logs : []) {
    const { address, topics, data } = (entry ?? {}) as Fields
    if (!isAddress(address) || !isSameAddress(address, entryPoint) || !Array.isArray(topics))
      continue
    const [event, , sender, paymaster] = topics.map((topic) =>
      isHex(topic) ? topic.toLowerCase() : '',
    )
    if (
      event !== userOperationTopic ||
      sender !== paddedAccount ||
      !isHex(data) ||
      data.length < 2 + 4 * 64
    )
      continue
    const [, success, cost] = [0, 1, 2].map((wordIndex) =>
      BigInt(`0x${data.slice(2 + wordIndex * 64, 66 + wordIndex * 64)}`),
    )
    operationResult = {
      isSuccess: success === 1n && operationResult?.isSuccess !== false,
      fee: (operationResult?.fee ?? 0n) + (paymaster === zeroPaymasterTopic ? (cost ?? 0n) : 0n),
    }
  }
  return operationResult
}
