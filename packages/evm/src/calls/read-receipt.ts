import { isAddress } from '../encoding/address.ts'
import { isHash, isHex, readQuantity } from '../encoding/hex.ts'
import type { CallsLog, CallsReceipt } from './calls-status.ts'

/**
 * Maximum number of events that are read of one transaction; the gas of a block allows few more.
 */
const maxLogs = 10_000

/** Reads a receipt that a wallet or a node returned; null when the value is no valid receipt. */
export function readReceipt(entry: unknown): CallsReceipt | null {
  const {
    transactionHash: hash,
    blockNumber,
    status,
    gasUsed,
    logs = [],
  } = (entry ?? {}) as Readonly<Record<string, unknown>>
  const block = readQuantity(blockNumber)
  if (!isHash(hash) || block === null || (status !== '0x1' && status !== '0x0')) return null
  if (!Array.isArray(logs) || logs.length > maxLogs) return null
  const readLogs = logs.map(readLog)
  if (!readLogs.every((log) => log !== null)) return null
  const gas = readQuantity(gasUsed)
  return {
    hash,
    block,
    isSuccess: status === '0x1',
    ...(gas !== null && { gasUsed: gas }),
    logs: readLogs,
  }
}

function readLog(entry: unknown): CallsLog | null {
  const { address, data, topics } = (entry ?? {}) as Readonly<Record<string, unknown>>
  const isLog =
    isAddress(address) &&
    isHex(data) &&
    Array.isArray(topics) &&
    topics.length <= 4 &&
    topics.every(isHash)
  return isLog ? { address: address as `0x${string}`, data, topics } : null
}
