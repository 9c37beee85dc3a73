import { readBounded } from '@latchkey/protocol/read-bounded'
import type { Hex } from 'viem'
import { z } from 'zod'
import type { Fetch } from '../../../base/http/node-rounds.ts'
import { refusal } from '../../../base/refuse.ts'
import type { ChainPosition } from '../history/seen.ts'
import type { InternalTransfer } from '../index-chain/chain-block.ts'

/** Name of a list in the account API of Etherscan and Blockscout. */
export type ListName = 'txlist' | 'txlistinternal' | 'tokentx' | 'tokennfttx' | 'token1155tx'

/**
 * The part of a row in an explorer's list that the gateway uses: the transaction, its block, and
 * internal transfers.
 */
export interface ListedTransaction extends Pick<ChainPosition, 'block'> {
  readonly hash: Hex
  readonly internal: readonly InternalTransfer[]
}

export interface ListRequest {
  /**
   * Address of the explorer's API, including chain and key; the name of the list and its block
   * range are added for each request.
   */
  readonly url: URL
  readonly lists: readonly ListName[]
  readonly account: Hex
  /** Newest block whose transactions are requested. */
  readonly endBlock: number
  /** Maximum number of rows in each list. */
  readonly rows: number
  readonly signal: AbortSignal
  readonly fetchList: Fetch
}

const maxAnswerBytes = 8_388_608
/** Upper bound of any coin's supply, in base units. */
const maxCoinAmount = 2n ** 128n
const digits = z.string().regex(/^\d{1,78}$/)
const hash = z
  .string()
  .regex(/^0x[\da-f]{64}$/i)
  .transform((text) => text.toLowerCase() as Hex)
const address = z
  .string()
  .regex(/^0x[\da-f]{40}$/i)
  .transform((text) => text.toLowerCase() as Hex)
const addressOrNone = z.union([address, z.literal('').transform(() => null), z.null()])
const block = digits.transform(Number).pipe(z.int().min(0))
const row = z.object({ blockNumber: block, hash, from: addressOrNone, to: addressOrNone })
/**
 * A row of the internal transfers. Its transaction is in `hash`, or in `transactionHash` in
 * Blockscout's answers.
 */
const internalRow = z
  .object({
    blockNumber: block,
    hash: hash.optional(),
    transactionHash: hash.optional(),
    from: addressOrNone,
    to: addressOrNone,
    value: digits.transform(BigInt),
    isError: z.enum(['0', '1']).optional(),
    contractAddress: addressOrNone.optional(),
  })
  .refine((one) => one.hash !== undefined || one.transactionHash !== undefined)
const answer = z.object({ status: z.string(), message: z.string().nullish(), result: z.unknown() })

/**
 * Reads an account's transactions from an explorer's lists, newest first, down to the block from
 * which all lists are complete. The explorer's amounts are ignored, except those of internal
 * transfers, which no receipt contains.
 * @throws a refusal: 503 for a list that is unavailable, malformed, or of another account
 */
export async function readLists(
  request: ListRequest,
): Promise<{ readonly listed: readonly ListedTransaction[]; readonly hasMore: boolean }> {
  const transactionsByHash = new Map<Hex, { block: number; internal: InternalTransfer[] }>()
  const lowestBlocks: number[] = []
  const lists = await Promise.all(
    request.lists.map(async (name) => [name, await readList(request, name)] as const),
  )
  for (const [name, rows] of lists) {
    const rowBlocks = rows.map(({ blockNumber }) => blockNumber)
    if (rowBlocks.some((one, index) => one > (rowBlocks[index - 1] ?? request.endBlock)))
      throw distrustRefusal('its rows are out of order')
    if (rows.length >= request.rows) lowestBlocks.push(rowBlocks.at(-1) ?? 0)
    for (const listRow of rows) {
      const id = listRow.hash ?? (listRow as { transactionHash?: Hex }).transactionHash
      if (!id) throw distrustRefusal('a row has no hash')
      const existingEntry = transactionsByHash.get(id)
      if (existingEntry && existingEntry.block !== listRow.blockNumber)
        throw distrustRefusal('a transaction stands in two blocks')
      const entry = existingEntry ?? { block: listRow.blockNumber, internal: [] }
      transactionsByHash.set(id, entry)
      if (name === 'txlistinternal')
        entry.internal.push(...readInternalTransfers(listRow as z.output<typeof internalRow>))
    }
  }
  // A list that is full may have more rows below its lowest block: that block and older blocks are
  // left to the next page.
  const lowestCommonBlock = Math.max(-1, ...lowestBlocks)
  const listedTransactions = [...transactionsByHash]
    .map(([id, one]): ListedTransaction => ({ hash: id, ...one }))
    .sort((a, b) => b.block - a.block)
  return {
    listed: listedTransactions.filter((one) => one.block > lowestCommonBlock),
    hasMore: lowestBlocks.length > 0,
  }
}

async function readList(request: ListRequest, name: ListName) {
  const url = new URL(request.url)
  const query = {
    module: 'account',
    action: name,
    address: request.account,
    startblock: 0,
    endblock: request.endBlock,
  }
  for (const [key, value] of Object.entries({
    ...query,
    page: 1,
    offset: request.rows,
    sort: 'desc',
  })) {
    url.searchParams.set(key, String(value))
  }
  const parsedAnswer = answer.safeParse(await fetchJson(url, request))
  if (!parsedAnswer.success) throw distrustRefusal('its answer has another shape')
  const { status, result } = parsedAnswer.data
  // An explorer answers an empty list with status 0 and the text "No transactions found"; every
  // other status 0 is an error, with its reason in `result`.
  if (!Array.isArray(result) || (status !== '1' && result.length))
    throw distrustRefusal('it refuses')
  if (result.length > request.rows) throw distrustRefusal('it answers more than was asked for')
  const shape = name === 'txlistinternal' ? internalRow : row
  const rows = z.array(shape).safeParse(result)
  if (!rows.success) throw distrustRefusal('its rows have another shape')
  const isOwn = ({ from, to, ...rest }: z.output<typeof row>): boolean =>
    from === request.account ||
    to === request.account ||
    (rest as { contractAddress?: Hex }).contractAddress === request.account
  if (
    !rows.data.every(
      (one) => isOwn(one as z.output<typeof row>) || (name === 'txlist' && one.to === null),
    )
  )
    throw distrustRefusal('its rows are of another account')
  return rows.data
}

function readInternalTransfers({
  from,
  to,
  value,
  isError,
}: z.output<typeof internalRow>): readonly InternalTransfer[] {
  if (value >= maxCoinAmount) throw distrustRefusal('it moves more coin than there is')
  return from && to && value > 0n && isError !== '1' ? [{ from, to, value }] : []
}

async function fetchJson(url: URL, { fetchList, signal }: ListRequest): Promise<unknown> {
  // Neither the request's address nor the error of `fetch` is passed on: both contain the API key.
  const response = await fetchList(url.href, {
    signal,
    redirect: 'error',
    headers: { accept: 'application/json' },
  }).catch(() => undefined)
  if (!response) throw distrustRefusal(signal.aborted ? 'it is too slow' : 'it cannot be reached')
  if (!response.ok) throw distrustRefusal(`it answers ${response.status}`)
  const bytes = await readBounded(response, maxAnswerBytes, signal).catch(() => undefined)
  if (!bytes) throw distrustRefusal('its answer is cut off or too large')
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw distrustRefusal('its answer is not JSON')
  }
}

/**
 * The refusal when an explorer gives a wrong answer; `reason` is fixed text, never text from the
 * explorer.
 */
export function distrustRefusal(reason: string): Error {
  return refusal(503, '', `The upstream is not believed: ${reason}`)
}
