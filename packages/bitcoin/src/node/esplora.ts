import type { ReadSource } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'

/** Maximum number of coins that are read; a hostile server could list coins without end. */
const maxCoins = 10_000
const maxInputs = 10_000
/** The total supply of bitcoins, in satoshi. */
const maxSupply = 2_100_000_000_000_000n

/** An unspent output, as a server reports it. */
export interface Coin {
  readonly txid: string
  readonly vout: number
  /** Value of the output in satoshi. */
  readonly value: bigint
  readonly isConfirmed: boolean
}

/** The fields that are read from a server's answer about a transaction. */
export interface NodeTransaction {
  /** Height of the block that contains the transaction; absent while it is unconfirmed. */
  readonly block?: number
  /** Fee of the transaction, in satoshi. */
  readonly fee?: bigint
  readonly inputs: readonly { readonly txid: string; readonly vout: number }[]
}

type ResponseFields = Readonly<Record<string, unknown>>

/** Balance of an address in satoshi: confirmed and unconfirmed. Throws `rpc-answer-invalid`. */
export async function readBalance(
  source: ReadSource,
  address: string,
): Promise<{ readonly confirmed: bigint; readonly waiting: bigint }> {
  const { chain_stats, mempool_stats } = toFields(await getPath(source, `/address/${address}`))
  const balanceOf = (stats: unknown) => {
    const { funded_txo_sum, spent_txo_sum } = toFields(stats)
    const [funded, spent] = [readSatoshi(funded_txo_sum), readSatoshi(spent_txo_sum)]
    return funded === undefined || spent === undefined
      ? refuseAnswer('an address without sums')
      : funded - spent
  }
  const [confirmed, waiting] = [balanceOf(chain_stats), balanceOf(mempool_stats)]
  // An address cannot spend more than it has received, even in unconfirmed transactions.
  if (confirmed < 0n || confirmed + waiting < 0n)
    refuseAnswer('an address that spent more than it had')
  return { confirmed, waiting }
}

/** The unspent coins of an address, each once. Throws `rpc-answer-invalid`. */
export async function readCoins(source: ReadSource, address: string): Promise<readonly Coin[]> {
  const answer = await getPath(source, `/address/${address}/utxo`)
  if (!Array.isArray(answer) || answer.length > maxCoins) return refuseAnswer('no list of coins')
  const coins = new Map<string, Coin>()
  for (const item of answer) {
    const { txid, vout, value, status } = toFields(item)
    const coinAmount = readSatoshi(value)
    if (!isTxid(txid) || !isIndex(vout) || coinAmount === undefined)
      return refuseAnswer('a coin without its place or value')
    coins.set(`${txid}:${vout}`, {
      txid,
      vout,
      value: coinAmount,
      isConfirmed: toFields(status).confirmed === true,
    })
  }
  return [...coins.values()]
}

/** A transaction by its id; null when the server does not know it. Throws `rpc-answer-invalid`. */
export async function readTransaction(
  source: ReadSource,
  txid: string,
): Promise<NodeTransaction | null> {
  const answer = await getPath(source, `/tx/${txid}`).catch((error: unknown) => {
    if (isNotFound(error)) return null
    throw error
  })
  if (answer === null) return null
  const { txid: answeredTxid, vin, fee, status } = toFields(answer)
  if (answeredTxid !== txid || !Array.isArray(vin) || vin.length > maxInputs)
    return refuseAnswer('another transaction')
  const inputs = vin.flatMap((item: unknown) => {
    const { txid: previousTxid, vout } = toFields(item)
    return isTxid(previousTxid) && isIndex(vout) ? [{ txid: previousTxid, vout }] : []
  })
  const feeAmount = readSatoshi(fee)
  const { confirmed, block_height } = toFields(status)
  if (confirmed === true && !isIndex(block_height))
    return refuseAnswer('a confirmed transaction without a block')
  return {
    inputs,
    ...(confirmed === true && { block: block_height as number }),
    ...(feeAmount !== undefined && { fee: feeAmount }),
  }
}

/** The transaction that spends an output; null when there is none, or the server cannot tell. */
export async function readSpender(
  source: ReadSource,
  { txid, vout }: NodeTransaction['inputs'][number],
): Promise<string | null> {
  const { spent, txid: spenderTxid } = toFields(
    await getPath(source, `/tx/${txid}/outspend/${vout}`).catch(() => null),
  )
  return spent === true && isTxid(spenderTxid) ? spenderTxid : null
}

/**
 * Fee rates in satoshi per virtual byte, by blocks to wait, as nodes estimate them; empty when they
 * cannot. Throws `rpc-answer-invalid`.
 */
export async function readFeeEstimates(source: ReadSource): Promise<ReadonlyMap<number, number>> {
  const answer = await getPath(source, '/fee-estimates')
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    return refuseAnswer('no fee estimates')
  const rates = new Map<number, number>()
  for (const [blocks, rate] of Object.entries(answer).slice(0, 100)) {
    const isRate = typeof rate === 'number' && rate > 0 && rate <= 100_000
    if (/^\d{1,4}$/.test(blocks) && isRate) rates.set(Number(blocks), rate)
  }
  return rates
}

/**
 * Sends a signed transaction to the nodes. Throws `rpc-answer-invalid` when they answer another id,
 * or the nodes' error.
 */
export async function broadcastTransaction(
  source: ReadSource,
  { hex, txid }: { readonly hex: string; readonly txid: string },
): Promise<void> {
  const answer = await source.request('POST', ['/tx', hex])
  if (answer !== txid) refuseAnswer('a transaction was taken under another id')
}

/**
 * Whether a server answered that it does not have the requested item; a gateway passes on its
 * server's answer.
 */
function isNotFound(error: unknown): boolean {
  const { code, message } = toFields(error)
  return code === 404 || /transaction not found/i.test(String(message ?? '').slice(0, 1000))
}

async function getPath(source: ReadSource, path: string): Promise<unknown> {
  return source.request('GET', [path])
}

function toFields(value: unknown): ResponseFields {
  return typeof value === 'object' && value !== null ? (value as ResponseFields) : {}
}

const isTxid = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
const isIndex = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0

function readSatoshi(value: unknown): bigint | undefined {
  if (!isIndex(value)) return undefined
  const amount = BigInt(value)
  // A server's sums count a coin each time it moves, so they may exceed the total supply.
  return amount <= maxSupply * 1000n ? amount : undefined
}

function refuseAnswer(reason: string): never {
  throw new LatchkeyError('rpc-answer-invalid', { reason: `the server told ${reason}` })
}
