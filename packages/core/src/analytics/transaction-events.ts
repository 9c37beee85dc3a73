import type { TrackedEvent } from '@latchkey/protocol'
import type { KitEvent } from '../machine/event.ts'
import type { Kit } from '../machine/kit.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import type { State, Transaction } from '../machine/state.ts'
import type { Properties, Recorder } from './source.ts'
import { accountPropertiesOf, failurePropertiesOf } from './standing.ts'

/**
 * Names of analytics events by the purpose of the transaction. An approval is counted only when it
 * is rejected or fails.
 */
const eventNames: Readonly<
  Record<
    NonNullable<Transaction['purpose']> | 'send',
    Readonly<Partial<Record<'begun' | 'sent' | 'rejected' | 'failed', TrackedEvent>>>
  >
> = {
  send: {
    begun: 'SEND_INITIATED',
    sent: 'SEND_SUCCESS',
    rejected: 'SEND_REJECTED',
    failed: 'SEND_ERROR',
  },
  // A transaction that the page itself sent is not counted here; the page may count it.
  page: {},
  approve: { rejected: 'SWAP_APPROVAL_ERROR', failed: 'SWAP_APPROVAL_ERROR' },
  swap: {
    begun: 'INITIATE_SWAP',
    sent: 'SWAP_SUCCESS',
    rejected: 'SWAP_ERROR',
    failed: 'SWAP_ERROR',
  },
}

/**
 * Counts what happens to a transaction. Success means, as in the gateway's protocol, that the
 * wallet has sent it; a later failure is counted too.
 */
export function transactionEvents(
  kit: Kit,
  { track, fail }: Recorder,
  event: KitEvent,
  state: State,
): void {
  if (!('id' in event)) return
  const transaction = readOwnField(state.transactions, event.id)
  if (!transaction) return
  const { begun, sent, rejected, failed } = eventNames[transaction.purpose ?? 'send']
  const trackIfNamed = (name: TrackedEvent | undefined, extraProperties: Properties = {}): void => {
    if (name)
      track(name, { ...transactionPropertiesOf(kit, transaction, state), ...extraProperties })
  }
  switch (event.type) {
    case 'transaction-signing':
      trackIfNamed(begun)
      return
    case 'transaction-submitted':
      trackIfNamed(sent, { hash: event.hash })
      return
    case 'transaction-rejected':
      trackIfNamed(
        event.error.code === 'user-rejected' ? rejected : failed,
        failurePropertiesOf(event.error),
      )
      if (event.error.code === 'unknown') fail('INTERNAL_SDK_ERROR', event.error)
      return
    case 'transaction-failed':
      trackIfNamed(failed, failurePropertiesOf(event.error))
      return
  }
}

function transactionPropertiesOf(kit: Kit, transaction: Transaction, state: State): Properties {
  const { chain, asset, amount, purpose } = transaction
  const accountProperties = accountPropertiesOf(kit, chain)
  if (!purpose)
    return {
      ...accountProperties,
      token: asset.symbol,
      amount: formatDecimal(amount, asset.decimals),
    }
  // An approval does not name its swap, so the swap is found by the contract that both of them use.
  const swap = purpose === 'swap' ? transaction : findSwapOfApproval(transaction, state)
  const { receives } = swap ?? {}
  return {
    ...accountProperties,
    swapFromToken: asset.symbol,
    swapFromAmount: formatDecimal((swap ?? transaction).amount, asset.decimals),
    ...(receives && {
      swapToToken: receives.asset.symbol,
      swapToAmount: formatDecimal(receives.amount, receives.asset.decimals),
    }),
  }
}

function findSwapOfApproval(
  { from, to, asset }: Transaction,
  { transactions }: State,
): Transaction | undefined {
  return Object.values(transactions)
    .filter(
      (one) =>
        one.purpose === 'swap' && one.from === from && one.to === to && one.asset.id === asset.id,
    )
    .sort((a, b) => b.createdAt - a.createdAt)[0]
}

/**
 * Writes an amount as an exact decimal with a decimal point, without grouping, for programs to
 * read.
 */
function formatDecimal(amount: bigint, decimals: number): string {
  const digits = `${amount}`.padStart(decimals + 1, '0')
  const pointIndex = digits.length - decimals
  return `${digits.slice(0, pointIndex)}.${digits.slice(pointIndex)}`.replace(/\.?0*$/, '')
}
