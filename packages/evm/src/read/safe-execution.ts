import { isAddress, isSameAddress } from '../encoding/address.ts'
import { isHex } from '../encoding/hex.ts'

type Fields = Readonly<Record<string, unknown>>

/** Topics of the Safe contract's events `ExecutionSuccess` and `ExecutionFailure`. */
const successTopic = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e'
const failureTopic = '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23'

/**
 * Finds out whether an account that is a Safe has executed transactions of its own within a
 * transaction of the chain, whose receipt is given. Returns whether all of them succeeded, and the
 * fee in wei that the Safe paid; undefined when the Safe has executed none. The fee is 0 when the
 * Safe refunded nothing to the executing owner, and unknown otherwise, because a refund may be paid
 * in a token. The chain's transaction may succeed although the Safe's own one failed.
 */
export function findSafeExecution(
  receipt: Fields,
  account: string,
): { readonly isSuccess: boolean; readonly fee: bigint | undefined } | undefined {
  let execution: { isSuccess: boolean; fee: bigint | undefined } | undefined
  for (const entry of Array.isArray(receipt.logs) ? receipt.logs : []) {
    const { address, topics, data } = (entry ?? {}) as Fields
    const topic = Array.isArray(topics) && isHex(topics[0]) ? topics[0].toLowerCase() : ''
    const isExecution = topic === successTopic || topic === failureTopic
    if (!isExecution || !isAddress(address) || !isSameAddress(address, account)) continue
    // The last 32 bytes of the event's data are the refund; older contracts have the safeTxHash
    // before it.
    const refund = isHex(data) && data.length >= 66 ? BigInt(`0x${data.slice(-64)}`) : undefined
    execution = {
      isSuccess: topic === successTopic && execution?.isSuccess !== false,
      fee: refund === 0n && (!execution || execution.fee === 0n) ? 0n : undefined,
    }
  }
  return execution
}
