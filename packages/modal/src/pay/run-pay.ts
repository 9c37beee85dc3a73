import { getAccount, type Kit } from '@latchkey/core'
import { perKit } from '@latchkey/core/inside'
import { type PayTerms, readPayRequest, requestIdOf } from '@latchkey/core/pay'
import { inWords, LatchkeyError } from '@latchkey/protocol'
import type { Modal } from '../contract/modal.ts'
import { findChain } from '../shared/chain-name.ts'
import { explorerUrl } from '../shared/explorer.ts'
import { paySessionOf } from './pay-session.ts'
import { type PayReceipt, receiptOf } from './receipt.ts'

interface RunningPay {
  readonly key: string
  readonly promise: Promise<PayReceipt>
  /**
   * Ends this payment as if the visitor had closed the dialog, because another payment is to be
   * shown.
   */
  readonly end: () => void
}

const runningOf: (kit: Kit) => { pay?: RunningPay } = perKit(() => ({}))

/**
 * Opens the view Pay and resolves with the receipt, as described for `pay`. A second call with the
 * same terms, such as after a double click, gets the result of the first call.
 */
export async function runPay(modal: Modal, terms: PayTerms): Promise<PayReceipt> {
  return inWords(joinPay(modal, terms))
}

async function joinPay(modal: Modal, terms: PayTerms): Promise<PayReceipt> {
  const { kit } = modal
  const running = runningOf(kit)
  const key = keyOf(terms)
  if (running.pay?.key === key) return running.pay.promise
  running.pay?.end()
  const controller = new AbortController()
  const promise = showPay(modal, terms, controller.signal).finally(() => {
    if (running.pay?.promise === promise) delete running.pay
  })
  running.pay = { key, promise, end: () => controller.abort() }
  return promise
}

function keyOf(terms: PayTerms): string {
  return JSON.stringify(terms, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
}

async function showPay(modal: Modal, terms: PayTerms, ended: AbortSignal): Promise<PayReceipt> {
  const { kit } = modal
  const request = await readPayRequest(kit, { terms, tokens: modal.getOptions().tokens ?? [] })
  if (!getAccount(kit).account) await modal.connect()
  const session = paySessionOf(kit, request)
  session.renew()
  if (ended.aborted || !(await modal.open({ view: { view: 'Pay', request } })))
    throw new LatchkeyError('modal-closed')
  const readReceipt = (): PayReceipt | undefined => {
    const state = session.getState()
    return state.phase === 'shown'
      ? receiptOf(state.status, ({ chain, hash }) => explorerUrl(findChain(kit, chain), 'tx', hash))
      : undefined
  }
  const isDone = (): boolean => {
    const receipt = readReceipt()
    return receipt !== undefined && receipt.state !== 'sent'
  }
  const isLeft = (): boolean => ended.aborted || !modal.getState().open
  await new Promise<void>((resolve) => {
    const check = (): void => {
      if (!isDone() && !isLeft()) return
      stopModal()
      stopSession()
      ended.removeEventListener('abort', check)
      // The dialog may close while the kit is still handling an event. The promise resolves after
      // that.
      queueMicrotask(resolve)
    }
    const stopModal = modal.subscribe(check)
    const stopSession = session.subscribe(check)
    ended.addEventListener('abort', check)
    check()
  })
  const receipt = readReceipt()
  if (receipt) return receipt
  const state = session.getState()
  if (state.phase === 'unreadable')
    throw new LatchkeyError(state.code, { reason: requestIdOf(request) })
  if (state.phase === 'shown' && state.status.state === 'expired')
    throw new LatchkeyError('order-closed', { reason: 'it is expired' })
  throw new LatchkeyError('modal-closed')
}
