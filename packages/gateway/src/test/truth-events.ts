import { type AbiEvent, decodeEventLog, type Hex, pad, parseAbiItem, size } from 'viem'

/** The events that an index must know. */
export const erc20 = parseAbiItem(
  'event Transfer(address indexed from, address indexed to, uint256 value)',
)
export const erc721 = parseAbiItem(
  'event Transfer(address indexed from, address indexed to, uint256 indexed id)',
)
export const single = parseAbiItem(
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
)
export const batch = parseAbiItem(
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
)
export const allowance = parseAbiItem(
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
)
export const oneItem = parseAbiItem(
  'event Approval(address indexed owner, address indexed spender, uint256 indexed id)',
)
export const allItems = parseAbiItem(
  'event ApprovalForAll(address indexed owner, address indexed spender, bool isAll)',
)
export const deposit = parseAbiItem('event Deposit(address indexed who, uint256 value)')
export const withdrawal = parseAbiItem('event Withdrawal(address indexed who, uint256 value)')

/** What an event says, by the names of its parameters. */
export interface Fields {
  readonly [name: string]: string | bigint | boolean | readonly bigint[]
}

/** Reads an event strictly by the ABI: whole words, clean addresses. */
export function readEvent(
  abi: AbiEvent,
  topics: readonly Hex[],
  data: Hex,
  words: number | undefined,
): Fields | undefined {
  if (words !== undefined && size(data) !== words * 32) return undefined
  try {
    const { args } = decodeEventLog({ abi: [abi], data, topics: topics as [Hex], strict: true })
    const fields = args as unknown as Fields
    const indexed = abi.inputs.filter((input) => input.indexed)
    const isClean = indexed.every(({ type, name = '' }, at) =>
      type === 'address' ? pad(fields[name] as Hex).toLowerCase() === topics[at + 1] : true,
    )
    const ids = fields.ids as readonly bigint[] | undefined
    const isPaired = !ids || ids.length === (fields.values as readonly bigint[]).length
    return isClean && isPaired ? fields : undefined
  } catch {
    return undefined
  }
}
