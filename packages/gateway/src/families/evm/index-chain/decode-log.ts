import type { Hex } from 'viem'
import type { ChainLog } from './chain-block.ts'
import { isEntryPoint } from './entry-points.ts'

/** One transfer in a transaction; it becomes a row of table `movements`. */
export interface Movement {
  readonly position: number
  readonly part: number
  /**
   * What was transferred. The kinds `operation` and `failed-operation` are not transfers: they say
   * that `from` had an operation in a bundle (ERC-4337), which cost `amount` and succeeded or
   * failed.
   */
  readonly kind:
    | 'coin'
    | 'internal'
    | 'erc20'
    | 'erc721'
    | 'erc1155'
    | 'operation'
    | 'failed-operation'
  readonly token: Hex | null
  readonly tokenId: bigint | null
  readonly amount: bigint
  readonly from: Hex
  readonly to: Hex
}

/** An approval to spend tokens; it becomes a row of table `approvals`. */
export interface Approval {
  readonly position: number
  readonly token: Hex
  readonly owner: Hex
  readonly spender: Hex
  readonly amount: bigint | null
  readonly tokenId: bigint | null
  readonly isAll: boolean | null
}

export interface DecodedLog {
  readonly movements: readonly Movement[]
  readonly approval?: Approval
}

/**
 * First topics (signature hashes) of the events that are decoded: those of ERC-20, ERC-721,
 * ERC-1155, ERC-4337 and WETH9.
 */
export const topics = {
  /** Event `Transfer(address,address,uint256)`. */
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  /** Event `TransferSingle(address,address,address,uint256,uint256)`. */
  transferSingle: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  /** Event `TransferBatch(address,address,address,uint256[],uint256[])`. */
  transferBatch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  /** Event `Approval(address,address,uint256)`. */
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  /** Event `ApprovalForAll(address,address,bool)`. */
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  /** Event `Deposit(address,uint256)`. */
  deposit: '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
  /** Event `UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)`. */
  userOperation: '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f',
  /** Event `Withdrawal(address,uint256)`. */
  withdrawal: '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
} as const

const emptyLog: DecodedLog = { movements: [] }

/**
 * Decodes a log by the token standards; a log that only resembles a standard event is ignored. The
 * decoder is written by hand because every log of a chain passes through it: viem's
 * `decodeEventLog` takes five to ten times as long, and throws for logs that only resemble a
 * standard.
 */
export function decodeLog(log: ChainLog): DecodedLog {
  switch (log.topics[0]) {
    case topics.transfer:
      return readTransfer(log)
    case topics.transferSingle:
    case topics.transferBatch:
      return readMultiTransfer(log)
    case topics.approval:
    case topics.approvalForAll:
      return readApproval(log)
    case topics.userOperation:
      return readOperation(log)
    default:
      return emptyLog
  }
}

function readTransfer({
  position,
  address: token,
  topics: [, first, second, third],
  data,
}: ChainLog): DecodedLog {
  const [from, to] = [readTopicAddress(first), readTopicAddress(second)]
  if (!from || !to) return emptyLog
  const commonFields = { position, part: 0, token, from, to }
  if (third !== undefined && data === '0x')
    return { movements: [{ ...commonFields, kind: 'erc721', tokenId: BigInt(third), amount: 1n }] }
  const amount = third === undefined ? splitWords(data, 1)?.[0] : undefined
  return amount === undefined
    ? emptyLog
    : { movements: [{ ...commonFields, kind: 'erc20', tokenId: null, amount }] }
}

function readMultiTransfer({
  position,
  address: token,
  topics: [kind, operator, first, second],
  data,
}: ChainLog): DecodedLog {
  const [from, to] = [readTopicAddress(first), readTopicAddress(second)]
  if (!readTopicAddress(operator) || !from || !to) return emptyLog
  const pairs =
    kind === topics.transferSingle
      ? splitWords(data, 2) && [splitWords(data, 2) ?? []]
      : readBatch(data)
  const commonFields = { position, kind: 'erc1155', token, from, to } as const
  return {
    movements: (pairs ?? []).map(([tokenId = 0n, amount = 0n], part) => ({
      ...commonFields,
      part,
      tokenId,
      amount,
    })),
  }
}

/**
 * Operation events are trusted only from the standard ERC-4337 entry points: any contract could
 * emit this event about any account.
 */
function readOperation({
  position,
  address,
  topics: [, , sender, payer],
  data,
}: ChainLog): DecodedLog {
  const [account, paymaster] = [readTopicAddress(sender), readTopicAddress(payer)]
  const [, success, cost] = splitWords(data, 4) ?? []
  if (
    !isEntryPoint(address) ||
    !account ||
    !paymaster ||
    cost === undefined ||
    (success ?? 2n) > 1n
  )
    return emptyLog
  const operationKind = success === 1n ? 'operation' : 'failed-operation'
  const amount = BigInt(paymaster) === 0n ? cost : 0n
  return {
    movements: [
      {
        position,
        part: 0,
        kind: operationKind,
        token: null,
        tokenId: null,
        amount,
        from: account,
        to: account,
      },
    ],
  }
}

function readApproval({
  position,
  address: token,
  topics: [kind, first, second, third],
  data,
}: ChainLog): DecodedLog {
  const [owner, spender] = [readTopicAddress(first), readTopicAddress(second)]
  if (!owner || !spender) return emptyLog
  const commonFields = { position, token, owner, spender, amount: null, tokenId: null, isAll: null }
  const word = third === undefined ? splitWords(data, 1)?.[0] : undefined
  if (kind === topics.approvalForAll)
    return word === 0n || word === 1n
      ? { movements: [], approval: { ...commonFields, isAll: word === 1n } }
      : emptyLog
  if (third !== undefined && data === '0x')
    return { movements: [], approval: { ...commonFields, tokenId: BigInt(third) } }
  return word === undefined
    ? emptyLog
    : { movements: [], approval: { ...commonFields, amount: word } }
}

/** Reads two ABI-encoded lists of equal length, token ids and amounts, as pairs. */
function readBatch(data: Hex): readonly (readonly bigint[])[] | undefined {
  const dataWords = splitWords(data)
  const readListAt = (head: number): readonly bigint[] | undefined => {
    const offset = dataWords?.[head]
    if (
      !dataWords ||
      offset === undefined ||
      offset % 32n !== 0n ||
      offset / 32n >= BigInt(dataWords.length)
    )
      return undefined
    const listStart = Number(offset / 32n)
    const length = dataWords[listStart] as bigint
    return length <= BigInt(dataWords.length - listStart - 1)
      ? dataWords.slice(listStart + 1, listStart + 1 + Number(length))
      : undefined
  }
  const [ids, amounts] = [readListAt(0), readListAt(1)]
  if (!ids || !amounts || ids.length !== amounts.length) return undefined
  return ids.map((id, index) => [id, amounts[index] as bigint])
}

function splitWords(data: Hex, count?: number): readonly bigint[] | undefined {
  const length = (data.length - 2) / 64
  if (!Number.isInteger(length) || (count !== undefined && length !== count)) return undefined
  return Array.from({ length }, (_, index) =>
    BigInt(`0x${data.slice(2 + index * 64, 66 + index * 64)}`),
  )
}

/** Returns the address in a log topic; undefined when the bytes above it are not zero. */
export function readTopicAddress(topic: Hex | undefined): Hex | undefined {
  return topic?.startsWith('0x000000000000000000000000') ? `0x${topic.slice(26)}` : undefined
}
