import { addTransaction, formatAmount, getAccount, type Kit, switchChain } from '@latchkey/core'
import { plainText } from '@latchkey/core/inside'
import { accountId, addressOf, LatchkeyError } from '@latchkey/protocol'
import { race } from '@latchkey/protocol/race'
import { getAddress } from 'viem'
import type { AskVisitor, Payment, PaymentLimits } from '../contract.ts'
import { type Address, isAddress } from '../wire/fields.ts'
import type { PaymentRequired } from '../wire/read-requirements.ts'
import { readSettlement } from '../wire/read-settlement.ts'
import { askVisitor } from './ask-visitor.ts'
import { type Choice, chooseRequirement } from './choose-requirement.ts'
import { readQuestion } from './read-question.ts'
import { readToken } from './read-token.ts'
import { signPayment, validSecondsOf } from './sign-payment.ts'
import { reserve } from './spending.ts'

/** A request that was answered with 402, and how to send it again. */
export interface UnpaidRequest {
  /** URL of the request, without user name, password and fragment. */
  readonly resource: string
  /** The reason why the request cannot be sent a second time; undefined when it can. */
  readonly obstacle: string | undefined
  readonly signal: AbortSignal | undefined
  /** Sends the request again with this header added. */
  readonly send: (name: string, value: string) => Promise<Response>
}

/** The page's options for payments. */
export interface PayOptions {
  readonly limit: PaymentLimits
  readonly ask?: AskVisitor | undefined
  readonly describe?: ((payment: Payment) => string) | undefined
}

/**
 * Pays what a 402 answer asks for, and sends the request once more. An answer that asks for no x402
 * payment is returned unchanged.
 */
export async function payAnswer(
  kit: Kit,
  response: Response,
  request: UnpaidRequest,
  options: PayOptions,
): Promise<Response> {
  const required = await race(() => readQuestion(response), request.signal)
  if (!required) return response
  // The 402 answer has been read as far as needed; cancelling its body frees the connection.
  response.body?.cancel().catch(() => {})
  if (request.obstacle)
    throw new LatchkeyError('payment-unsupported', {
      reason: request.obstacle,
      fix: 'Ask for the address itself, with a body that can be sent twice: text, bytes, a Blob or a form.',
    })
  const choice = chooseRequirement(kit, required, options.limit)
  const payer = payerOf(kit)
  const release = reserve(kit, choice.asset, choice.requirement.amount)
  const progress = { isSent: false }
  try {
    const { payment, header } = await agree(kit, { required, choice, payer, request, options })
    request.signal?.throwIfAborted()
    // From here on the server can take the payment, whatever it answers, so the amount stays
    // counted.
    progress.isSent = true
    const paid = await request.send(...header)
    await report(kit, payment, paid, options)
    return paid
  } finally {
    if (!progress.isSent) release()
  }
}

/** Returns the address of the account that pays. */
function payerOf(kit: Kit): Address {
  const { account } = getAccount(kit, { namespace: 'eip155' })
  const address = account && addressOf(account)
  if (!isAddress(address)) throw new LatchkeyError('not-connected', { reason: 'eip155' })
  return getAddress(address)
}

/** Reads the token from the chain, asks the visitor, and lets the wallet sign the payment. */
async function agree(
  kit: Kit,
  {
    required,
    choice: { requirement, asset, left },
    payer,
    request: { resource, signal },
    options,
  }: {
    readonly required: PaymentRequired
    readonly choice: Choice
    readonly payer: Address
    readonly request: UnpaidRequest
    readonly options: PayOptions
  },
): Promise<{
  readonly payment: Payment
  readonly header: readonly [name: string, value: string]
}> {
  const { chain, amount, payTo } = requirement
  const { domain, decimals, symbol } = await readToken(kit, requirement, payer, signal)
  const account = accountId(chain, payer)
  const payment: Payment = {
    asset,
    amount,
    decimals,
    symbol,
    chain,
    from: account,
    payTo: accountId(chain, getAddress(payTo)),
    resource,
    description: plainText(required.description ?? '', 160),
    left,
    validSeconds: validSecondsOf(requirement),
  }
  await askVisitor(kit, payment, options.ask, signal)
  if (getAccount(kit, { namespace: 'eip155' }).chain !== chain)
    await switchChain(kit, { chain, ...(signal && { signal }) })
  const header = await signPayment(kit, { payment, requirement, domain, required, signal })
  return { payment, header }
}

/** Adds the payment's transaction to the account's activity, if the server names it. */
async function report(
  kit: Kit,
  payment: Payment,
  response: Response,
  { describe }: PayOptions,
): Promise<void> {
  const { success, transaction } = readSettlement(response.headers) ?? {}
  if (!success || !transaction) return
  // The payment is made, so an error while adding it to the activity must not hide the answer.
  try {
    await addTransaction(kit, {
      chain: payment.chain,
      hash: transaction,
      from: payment.from,
      description: describe?.(payment) ?? describePayment(payment),
    })
  } catch {}
}

function describePayment({ amount, decimals, symbol, resource }: Payment): string {
  const host = URL.canParse(resource) ? new URL(resource).host : resource
  return `Paid ${formatAmount(amount, decimals)} ${symbol} to ${host}`
}
