import type { ChainId } from '@latchkey/protocol'
import type { Hex } from 'viem'
import type { NodeAnswer, NodeCall, NodePort } from '../../../ports/node-port.ts'
import type { ChainHeader, ChainLog } from '../index-chain/chain-block.ts'
import { decodeLog, topics } from '../index-chain/decode-log.ts'
import { requireResult, rpcCall, toQuantity } from '../index-chain/node-answers.ts'
import { readBlock, readHeader, readTransaction } from '../index-chain/read-block.ts'
import { readReceipt } from '../index-chain/read-receipts.ts'
import {
  asBytes,
  asList,
  asRecord,
  asWholeNumber,
  distrustAnswer,
} from '../index-chain/read-value.ts'

/**
 * Limits of requests to a node: blocks with their transactions per request, block headers per
 * request, and logs per answer.
 */
const blocksAtOnce = 5
const headersAtOnce = 50
const maxLogs = 100_000
/** Maximum number of addresses in one filter of logs. */
const addressesAtOnce = 100

/** The amount of one token, or of the coin, that one address received in a transaction. */
export interface Arrival {
  /** Contract of the token; null for the coin. */
  readonly token: Hex | null
  readonly receiver: Hex
  /** Amount that arrived in base units, above 0. */
  readonly amount: bigint
  /** Sender of the first of the transfers that are summed up in `amount`. */
  readonly payer: Hex
}

/** A mined transaction with the fields that payments need. All hex is lower case. */
export interface MinedTransaction {
  readonly hash: Hex
  readonly block: number
  readonly blockHash: Hex
  /** Time of the block, in milliseconds since the epoch. */
  readonly minedAt: number
  readonly input: Hex
  /** Amounts that arrived, by receiver and asset; empty when the transaction failed. */
  readonly arrivals: readonly Arrival[]
}

/**
 * Reads payments from the nodes of one chain. A method throws when the answers of a node contradict
 * each other.
 */
export interface PaymentReader {
  /** Reads the header of the newest block. */
  readHead(signal: AbortSignal): Promise<ChainHeader>
  /**
   * Reads the hashes of blocks by their numbers. The result has no entry for a block that the node
   * does not have.
   */
  readBlockHashes(blocks: readonly number[], signal: AbortSignal): Promise<ReadonlyMap<number, Hex>>
  /** Reads a transaction with its receipt; undefined while the transaction is in no block. */
  readTransaction(hash: Hex, signal: AbortSignal): Promise<MinedTransaction | undefined>
  /** Finds the transactions in which one of the receivers got one of the tokens. */
  findTokenPayments(range: BlockRange, wanted: Wanted, signal: AbortSignal): Promise<readonly Hex[]>
  /** Finds the transactions that send the chain's coin to one of the receivers. */
  findCoinPayments(
    range: BlockRange,
    receivers: ReadonlySet<Hex>,
    signal: AbortSignal,
  ): Promise<readonly Hex[]>
}

/** A range of blocks from `from` to `to`, both included. */
export interface BlockRange {
  readonly from: number
  readonly to: number
}

interface Wanted {
  readonly tokens: readonly Hex[]
  readonly receivers: readonly Hex[]
}

/** Creates the payment reader of a chain whose nodes have Ethereum's JSON-RPC API. */
export function paymentReader(nodes: NodePort, chain: ChainId): PaymentReader {
  const ask = async (
    calls: readonly NodeCall[],
    signal: AbortSignal,
  ): Promise<readonly NodeAnswer[]> => {
    const answers = await nodes.ask(chain, calls, signal)
    signal.throwIfAborted()
    return answers
  }
  const askBlock = async (block: string, signal: AbortSignal): Promise<unknown> => {
    const [answer] = await ask([rpcCall('eth_getBlockByNumber', [block, false])], signal)
    return requireResult(answer, 'eth_getBlockByNumber')
  }

  return {
    readHead: async (signal) => readHeader(await askBlock('latest', signal)),
    async readBlockHashes(blocks, signal) {
      const hashes = new Map<number, Hex>()
      const numbers = [...new Set(blocks)]
      for (let start = 0; start < numbers.length; start += headersAtOnce) {
        const portion = numbers.slice(start, start + headersAtOnce)
        const answers = await ask(
          portion.map((number) => rpcCall('eth_getBlockByNumber', [toQuantity(number), false])),
          signal,
        )
        for (const [index, number] of portion.entries()) {
          const value = requireResult(answers[index], 'eth_getBlockByNumber')
          if (value !== null) hashes.set(number, readHeader(value, number).hash)
        }
      }
      return hashes
    },
    async readTransaction(hash, signal) {
      const [transaction, receipt] = await ask(
        [rpcCall('eth_getTransactionByHash', [hash]), rpcCall('eth_getTransactionReceipt', [hash])],
        signal,
      )
      const [value, receiptValue] = [
        requireResult(transaction, 'eth_getTransactionByHash'),
        requireResult(receipt, 'eth_getTransactionReceipt'),
      ]
      if (value === null || receiptValue === null) return undefined
      const blockNumber = asRecord(receiptValue, 'the receipt').blockNumber
      // For a transaction that is not mined yet, some nodes answer a receipt without a block.
      if (blockNumber === null || asRecord(value, 'the transaction').blockHash === null)
        return undefined
      const block = asWholeNumber(blockNumber, 'block of the receipt')
      const headerValue = await askBlock(toQuantity(block), signal)
      return headerValue === null
        ? undefined
        : readMined(hash, value, receiptValue, readHeader(headerValue, block))
    },
    async findTokenPayments({ from, to }, { tokens, receivers }, signal) {
      const range = { fromBlock: toQuantity(from), toBlock: toQuantity(to) }
      const calls = inPortions(tokens).flatMap((address) =>
        inPortions(receivers).map((portion) =>
          rpcCall('eth_getLogs', [
            { ...range, address, topics: [topics.transfer, null, portion.map(asTopic)] },
          ]),
        ),
      )
      // A node that lags behind answers only the logs of the blocks that it has, without an error.
      // So its newest block is read in the same request.
      const [newest, ...answers] = await ask([rpcCall('eth_blockNumber', []), ...calls], signal)
      if (asWholeNumber(requireResult(newest, 'eth_blockNumber'), 'newest block') < to)
        distrustAnswer('it does not have the blocks yet')
      return uniqueHashes(
        answers.flatMap((answer) =>
          asList(requireResult(answer, 'eth_getLogs'), 'logs', maxLogs).map((log) =>
            asBytes(asRecord(log, 'a log').transactionHash, 'transaction of a log', 32),
          ),
        ),
      )
    },
    async findCoinPayments({ from, to }, receivers, signal) {
      const hashes: Hex[] = []
      for (let start = from; start <= to; start += blocksAtOnce) {
        const numbers = Array.from(
          { length: Math.min(blocksAtOnce, to - start + 1) },
          (_, index) => start + index,
        )
        const answers = await ask(
          numbers.map((number) => rpcCall('eth_getBlockByNumber', [toQuantity(number), true])),
          signal,
        )
        for (const [index, number] of numbers.entries()) {
          const block = readBlock(requireResult(answers[index], 'eth_getBlockByNumber'), number)
          const paying = block.transactions.filter(
            (one) => one.value > 0n && one.to !== null && receivers.has(one.to),
          )
          hashes.push(...paying.map((one) => one.hash))
        }
      }
      return hashes
    },
  }
}

/**
 * Checks that a transaction, its receipt and its block belong together, and sums up the amounts
 * that arrived. Returns undefined when the receipt names another block than the one that was read,
 * because the chain was reorganised in between.
 */
function readMined(
  hash: Hex,
  value: unknown,
  receiptValue: unknown,
  header: ChainHeader,
): MinedTransaction | undefined {
  const item = asRecord(value, 'the transaction')
  const receipt = asRecord(receiptValue, 'the receipt')
  if (asBytes(receipt.blockHash, 'block of the receipt', 32) !== header.hash) return undefined
  if (asBytes(item.blockHash, 'block of the transaction', 32) !== header.hash) return undefined
  const place = asWholeNumber(item.transactionIndex, 'place of the transaction')
  const bare = readTransaction(value, place, header)
  if (bare.hash !== hash) distrustAnswer('it is of another transaction')
  const [firstLog] = asList(receipt.logs, 'logs of the receipt', maxLogs)
  const firstPosition =
    firstLog === undefined
      ? 0
      : asWholeNumber(asRecord(firstLog, 'a log').logIndex, 'place of a log')
  const mined = readReceipt(receiptValue, bare, { ...header, transactions: [] }, firstPosition)
  const { from, to } = bare
  const coin =
    mined.isSuccess && to !== null && bare.value > 0n && from !== to
      ? [{ token: null, receiver: to, amount: bare.value, payer: from }]
      : []
  return {
    hash,
    block: header.number,
    blockHash: header.hash,
    minedAt: header.minedAt * 1_000,
    input: asBytes(item.input, 'input of the transaction'),
    arrivals: [...coin, ...sumTransfers(mined.logs)],
  }
}

/**
 * Sums up the Transfer events of ERC-20 tokens by token and receiver. Transfers from an address to
 * itself are left out.
 */
function sumTransfers(logs: readonly ChainLog[]): readonly Arrival[] {
  const arrivals = new Map<string, Arrival>()
  for (const movement of logs.flatMap((log) => decodeLog(log).movements)) {
    const { kind, token, from, to: receiver, amount } = movement
    if (kind !== 'erc20' || amount === 0n || from === receiver) continue
    const key = `${token} ${receiver}`
    const known = arrivals.get(key)
    arrivals.set(key, {
      token,
      receiver,
      amount: (known?.amount ?? 0n) + amount,
      payer: known?.payer ?? from,
    })
  }
  return [...arrivals.values()]
}

function inPortions(addresses: readonly Hex[]): readonly (readonly Hex[])[] {
  return Array.from({ length: Math.ceil(addresses.length / addressesAtOnce) }, (_, index) =>
    addresses.slice(index * addressesAtOnce, (index + 1) * addressesAtOnce),
  )
}

function asTopic(address: Hex): Hex {
  return `0x${address.slice(2).padStart(64, '0')}`
}

function uniqueHashes(hashes: readonly Hex[]): readonly Hex[] {
  return [...new Set(hashes)]
}
