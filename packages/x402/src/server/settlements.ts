import type { Account, Chain, PublicClient, Transport, WalletClient } from 'viem'
import type { Fields } from '../wire/fields.ts'
import type { SettleResult, WireRequirements } from './contract.ts'
import { readPayment, type SignedPayment } from './read-payment.ts'
import { tokenAbi, transferArguments } from './token-calls.ts'

/** Settlements whose outcome is remembered; the oldest one is forgotten for a new one. */
const settlementsLimit = 1000
/** How often, and how long, a transaction is looked for, in milliseconds. */
const pollMs = 100
const longestWaitMs = 60_000

/** What sends a settlement. */
interface Sender {
  readonly client: PublicClient
  readonly wallet: WalletClient<Transport, Chain, Account>
}

/** Keeps settlements of one facilitator from being sent twice, or over each other. */
export interface Settlements {
  /** Runs `settle` unless the same payment is being settled, or was: then its outcome is returned. */
  once(
    payment: Fields,
    requirements: WireRequirements,
    settle: () => Promise<SettleResult>,
  ): Promise<SettleResult>
  /** Sends the transfer and waits until the chain has it. */
  send(
    verified: { readonly payment: SignedPayment; readonly requirements: WireRequirements },
    sender: Sender,
  ): Promise<SettleResult>
}

export function createSettlements(): Settlements {
  const known = new Map<string, Promise<SettleResult>>()
  const lines = new Map<Sender, Promise<unknown>>()
  /** One transaction after another: each needs the account's next nonce. */
  const inLine = <T>(sender: Sender, send: () => Promise<T>): Promise<T> => {
    const next = (lines.get(sender) ?? Promise.resolve()).then(send, send)
    lines.set(sender, next)
    return next
  }
  return {
    once(value, requirements, settle) {
      const key = keyOf(readPayment(value), requirements)
      const earlier = key === undefined ? undefined : known.get(key)
      if (earlier || key === undefined) return earlier ?? settle()
      const result = settle()
      const [oldest] = known.size >= settlementsLimit ? known.keys() : []
      if (oldest !== undefined) known.delete(oldest)
      known.set(key, result)
      // What failed without a transaction may be tried again.
      const forget = (): void => void known.delete(key)
      result.then(({ transaction }) => transaction === '' && forget(), forget)
      return result
    },
    async send({ payment, requirements: { network, asset } }, sender) {
      const payer = payment.authorization.from
      const hash = await inLine(sender, () =>
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

/** Names a payment and what it is for; undefined when it cannot be read. */
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

/** How a transaction ended; undefined when no block has it in time. */
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
