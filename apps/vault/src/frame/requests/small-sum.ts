import { type ChainId, namespaceOf } from '@latchkey/protocol'
import type { VaultProject } from '@latchkey/protocol/vault'
import type { Reading } from '../../decode/reading.ts'

/**
 * A small payment, which the operator allows to be approved in the frame. Amounts are base units of
 * the chain's own coin.
 */
export interface SmallSum {
  /** Receiver, as the operator wrote it in the settings. */
  readonly to: string
  readonly amount: bigint
  /** The maximum fee of the payment. */
  readonly fee: bigint
  /** The day's limit: what all small payments of 24 hours may cost together. */
  readonly day: bigint
}

/**
 * For each chain family, the method with which the vault both signs and sends a payment. Other
 * methods return the signed payment to the page, which could send it later.
 */
const payingMethods: Readonly<Record<string, string>> = {
  eip155: 'eth_sendTransaction',
  solana: 'solana_signAndSendTransaction',
  bip122: 'sendTransfer',
}

/**
 * Reads a request as a small payment, from the vault's own reading and the operator's settings
 * alone; null when it must be decided in a window.
 * @param method - the method that the page called
 * @param account - the paying account, as its chain spells it
 */
export function readSmallSum(
  request: {
    readonly chain: ChainId
    readonly method: string
    readonly account: string
    readonly reading: Reading
  },
  { small }: Pick<VaultProject, 'small'>,
): SmallSum | null {
  const { chain, method, account, reading } = request
  const smallSettings = small && Object.hasOwn(small, chain) ? small[chain] : undefined
  const family = namespaceOf(chain)
  if (!smallSettings || !Object.hasOwn(payingMethods, family) || payingMethods[family] !== method)
    return null
  const payment = paymentOf(reading, account)
  if (!payment) return null
  // The vault reads EVM addresses in lower case. On other chains letter case is part of the
  // address, so it is not changed.
  const normalizeAddress = (address: string): string =>
    family === 'eip155' ? address.toLowerCase() : address
  const matchingReceiver = Object.entries(smallSettings.receivers).find(
    ([address]) => normalizeAddress(address) === payment.to,
  )
  if (!matchingReceiver) return null
  const [to, most] = matchingReceiver
  const { amount, fee } = payment
  return amount + fee <= BigInt(most) ? { to, amount, fee, day: BigInt(smallSettings.day) } : null
}

interface Payment {
  readonly to: string
  readonly amount: bigint
  readonly fee: bigint
}

/** The payment that a request makes; null unless it is a single payment in the chain's own coin. */
function paymentOf(reading: Reading, account: string): Payment | null {
  const payment =
    reading.kind === 'bitcoin' ? outputPayment(reading) : transferPayment(reading, account)
  return payment && payment.amount > 0n ? payment : null
}

function transferPayment(reading: Reading, account: string): Payment | null {
  if (reading.kind !== 'transaction' || reading.fee === undefined || reading.warnings.length > 0)
    return null
  if (reading.isSentByPage || reading.payer !== undefined || reading.makesAccount) return null
  const [step, ...otherItems] = reading.steps
  if (step?.kind !== 'send-coin' || otherItems.length > 0) return null
  if (step.from !== undefined && step.from !== account) return null
  return { to: step.to, amount: step.amount, fee: reading.fee }
}

function outputPayment({
  inputs,
  outputs,
  fee,
  isSentByPage,
  warnings,
}: Extract<Reading, { kind: 'bitcoin' }>): Payment | null {
  const isFullySigned = inputs.length > 0 && inputs.every(({ isSigned }) => isSigned)
  if (!isFullySigned || fee === null || isSentByPage || warnings.length > 0) return null
  const [paid, ...otherItems] = outputs.filter((output) => !output.isOwn)
  return paid && otherItems.length === 0 ? { to: paid.to, amount: paid.amount, fee } : null
}
