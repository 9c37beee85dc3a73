import type { ReadSource } from '@latchkey/core'
import type { AccountId, Asset } from '@latchkey/protocol'
import { addressOfAccount, tokenAddress } from '../encoding/account.ts'
import { isAddress, isSameAddress } from '../encoding/address.ts'
import { encodeQuantity, encodeWord, isHex, readQuantity, readWord } from '../encoding/hex.ts'

type Fields = Readonly<Record<string, unknown>>

/** Topic of the ERC-20 event `Transfer(address,address,uint256)`. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/**
 * Topics of the events `Deposit(address,uint256)` and `Withdrawal(address,uint256)`, which wrapped
 * coins log instead of `Transfer`.
 */
const depositTopic = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
const withdrawalTopic = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'

/**
 * Reads what an account received by a confirmed transaction, in base units. A token's amount is
 * read from its contract's logs; the coin's amount is the difference of the balances before and
 * after the block, without the fee. Undefined when the amount is uncertain.
 */
export async function readReceivedAmount(
  source: ReadSource,
  parameters: {
    /** The receipt of the transaction, as `eth_getTransactionReceipt` returned it. */
    readonly receipt: Fields
    /** Fee that the account paid, in wei. */
    readonly fee: bigint | undefined
    readonly account: AccountId
    readonly asset: Asset
  },
): Promise<bigint | undefined> {
  const { receipt, fee, asset } = parameters
  const account = addressOfAccount(parameters.account)
  const token = tokenAddress(asset.id)
  const receivedAmount = token
    ? loggedAmount(receipt.logs, token, account)
    : await balanceDifference(source, receipt, fee, account)
  return receivedAmount !== undefined && receivedAmount > 0n ? receivedAmount : undefined
}

/**
 * Reads the amount of a token that an account received in a transaction, minus what it sent away,
 * from the logs of the token's contract.
 */
export function loggedAmount(logs: unknown, token: string, account: string): bigint | undefined {
  const paddedAccount = `0x${encodeWord(account)}`
  const receivedSums = { transfers: 0n, wraps: 0n, hasTransfer: false }
  for (const entry of Array.isArray(logs) ? logs : []) {
    const { address, topics, data } = (entry ?? {}) as Fields
    if (!isAddress(address) || !isSameAddress(address, token) || !Array.isArray(topics)) continue
    const [event, first, second] = topics.map((topic) => (isHex(topic) ? topic.toLowerCase() : ''))
    const amount = readWord(data)
    if (amount === null) continue
    if (
      event === transferTopic &&
      topics.length === 3 &&
      (first === paddedAccount || second === paddedAccount)
    ) {
      receivedSums.hasTransfer = true
      if (second === paddedAccount) receivedSums.transfers += amount
      if (first === paddedAccount) receivedSums.transfers -= amount
    } else if (topics.length === 2 && first === paddedAccount) {
      if (event === depositTopic) receivedSums.wraps += amount
      if (event === withdrawalTopic) receivedSums.wraps -= amount
    }
  }
  // Some wrapped coins log a `Transfer` as well as a `Deposit` for one deposit, which must not be
  // counted twice.
  return receivedSums.hasTransfer ? receivedSums.transfers : receivedSums.wraps
}

/**
 * Returns how much the account's coin balance changed in the block; undefined when another
 * transaction of the block names the account, because that transaction may have moved coins too.
 */
export async function balanceDifference(
  source: ReadSource,
  { transactionHash, blockNumber, from }: Fields,
  fee: bigint | undefined,
  account: string,
): Promise<bigint | undefined> {
  const receiptBlockHeight = readQuantity(blockNumber)
  if (receiptBlockHeight === null || receiptBlockHeight === 0n || fee === undefined)
    return undefined
  const [block, ...balances] = await Promise.all([
    source.request('eth_getBlockByNumber', [encodeQuantity(receiptBlockHeight), true]),
    ...[receiptBlockHeight - 1n, receiptBlockHeight].map((blockHeight) =>
      source.request('eth_getBalance', [account, encodeQuantity(blockHeight)]).then(readQuantity),
    ),
  ])
  const { transactions } = (block ?? {}) as Fields
  const [before, after] = balances
  if (typeof before !== 'bigint' || typeof after !== 'bigint' || !Array.isArray(transactions))
    return undefined
  const isAccountAddress = (address: unknown): boolean =>
    isAddress(address) && isSameAddress(address, account)
  const accountTransactions = transactions.filter(
    (entry: Fields | null) => isAccountAddress(entry?.from) || isAccountAddress(entry?.to),
  )
  if (accountTransactions.some((entry: Fields) => entry.hash !== transactionHash)) return undefined
  return after - before + (isAccountAddress(from) ? fee : 0n)
}
