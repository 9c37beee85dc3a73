import type { Account, Chain, PublicClient, Transport, WalletClient } from 'viem'
import type { Fields } from '../wire/fields.ts'
import type { SettleResult, WireRequirements } from './contract.ts'
import { readPayment, type SignedPayment } from './read-payment.ts'
import { tokenAbi, transferArguments } from './token-calls.ts'

/** The number of settlements whose outcome is remembered; beyond it, the oldest is forgotten. */
const settlementsLimit = 1000
/** Milliseconds between two looks for a transaction, and after which it is no longer looked for. */
const pollMs = 100
const longestWaitMs = 60_000

/** A connection to a chain with which settlements are sent. */
interface Sender {
  readonly client: PublicClient
  readonly wallet: WalletClient<Transport, Chain, Account>
}

/**
 * Keeps a facilitator from settling a payment twice, and from sending transactions with the same
 * nonce.
 */
export interface Settlements {
  /**
   * Runs `settle`. When the same payment is being settled or was settled, returns that outcome
   * instead.
   */
  once(
    payment: Fields,
    requirements: WireRequirements,
    settle: () => Promise<SettleResult>,
  ): Promise<SettleResult>
  /** Sends the token transfer of a payment, and waits until it is in a block. */
  send(
    verified: { readonly payment: SignedPayment; readonly requirements: WireRequirements },
    sender: Sender,
  ): Promise<SettleResult>
}

export function createSettlements(): Settlements {
  const outcomes = new Map<string, Promise<SettleResult>>()
  const queues = new Map<Sender, Promise<unknown>>()
  /** Sends one transaction after another, because each needs the next nonce of the account. */
  const sendInTurn = <T>(sender: Sender, send: () => Promise<T>): Promise<T> => {
    const next = (queues.get(sender) ?? Promise.resolve()).then(send, send)
    queues.set(sender, next)
    return next
  }
  return {
    once(value, requirements, settle) {
      const key = keyOf(readPayment(value), requirements)
      const earlier = key === undefined ? undefined : outcomes.get(key)
      if (earlier || key === undefined) return earlier ?? settle()
      const result = settle()
      const [oldest] = outcomes.size >= settlementsLimit ? outcomes.keys() : []
      if (oldest !== undefined) outcomes.delete(oldest)
      outcomes.set(key, result)
      // A settlement that failed before a transaction was sent may be tried again.
      const forget = (): void => void outcomes.delete(key)
      result.then(({ transaction }) => transaction === '' && forget(), forget)
      return result
    },
    async send({ payment, requirements: { network, asset } }, sender) {
      const payer = payment.authorization.from
      const hash = await sendInTurn(sender, () =>
        sender.wallet.writeContract({
          address: asset,
          abi: tokenAbi,
          functionName: 'transferWithAuthorization',
          args: transferArguments(payment),
        }),
      )
      const status = await statusOf(sender.client, hash)
      const result = { payer, transaction: hash, network }
      if (status === 'success') return { success: true, ...result }
      const errorReason =
        status === undefined ? 'settlement_pending' : 'invalid_exact_evm_transaction_failed'
      return { success: false, errorReason, ...result }
    },
  }
}

/**
 * A text that identifies a payment and what it pays for; undefined when the payment cannot be read.
 */
function keyOf(
  payment: SignedPayment | undefined,
  requirements: WireRequirements,
): string | undefined {
  if (!payment) return undefined
  const { from, to, value, nonce } = payment.authorization
  const { network, asset, payTo, amount } = requirements
  return JSON.stringify([
    network,
    asset,
    payTo,
    amount,
    from,
    to,
    String(value),
    nonce,
    payment.signature,
  ]).toLowerCase()
}

/** The status of a transaction; undefined when it is in no block within the time limit. */
async function statusOf(
  client: PublicClient,
  hash: `0x${string}`,
): Promise<'success' | 'reverted' | undefined> {
  const deadline = Date.now() + longestWaitMs
  while (Date.now() < deadline) {
    const receipt = await client.getTransactionReceipt({ hash }).catch(() => undefined)
    if (receipt) return receipt.status
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  return undefined
}
