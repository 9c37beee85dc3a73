import type { KitEvent } from '../event.ts'
import type { Kit } from '../kit.ts'
import { own } from '../own.ts'
import type { State, Transaction } from '../state.ts'
import type { Properties, Recorder } from './source.ts'
import { faultOf, standingOf } from './standing.ts'

/** What happens to a transfer. Success is the wallet's word that it was sent (the wire's meaning); one that fails later is told too. */
export function transactionEvents(kit: Kit, { track, fail }: Recorder, event: KitEvent, state: State): void {
  if (!('id' in event)) return
  const transaction = own(state.transactions, event.id)
  if (!transaction) return
  const about = (): Properties => aboutOf(kit, transaction)
  switch (event.type) {
    case 'transaction-signing':
      track('SEND_INITIATED', about())
      return
    case 'transaction-submitted':
      track('SEND_SUCCESS', { ...about(), hash: event.hash })
      return
    case 'transaction-rejected': {
      const isRejected = event.error.code === 'user-rejected'
      track(isRejected ? 'SEND_REJECTED' : 'SEND_ERROR', { ...about(), ...faultOf(event.error) })
      if (event.error.code === 'unknown') fail('INTERNAL_SDK_ERROR', event.error)
      return
    }
    case 'transaction-failed':
      track('SEND_ERROR', { ...about(), ...faultOf(event.error) })
      return
  }
}

function aboutOf(kit: Kit, { chain, asset, amount }: Transaction): Properties {
  return {
    ...standingOf(kit, chain),
    token: asset.symbol,
    amount: decimalOf(amount, asset.decimals),
  }
}

/** Exact, with a point: for programs. */
function decimalOf(amount: bigint, decimals: number): string {
  const digits = `${amount}`.padStart(decimals + 1, '0')
  const at = digits.length - decimals
  return `${digits.slice(0, at)}.${digits.slice(at)}`.replace(/\.?0*$/, '')
}
