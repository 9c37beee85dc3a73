import type { Balance, Kit } from '@latchkey/core'
import type { AccountId, Asset, ChainId, ErrorCode } from '@latchkey/protocol'
import { hasCode } from '@latchkey/protocol'
import { useAction, usePrepareSend } from '@latchkey/react'
import { type RefObject, useRef, useState } from 'react'
import type { RouteOf } from '../../contract/route.ts'
import type { ViewModal } from '../../contract/view.ts'
import { useSendDrafts } from './drafts.ts'
import type { estimateMax as Max } from './estimate-max.ts'
import { isAddressMisspelt } from './is-address-misspelt.ts'
import type { readHeldAmount as Held } from './read-spendable.ts'
import {
  faultOfCode,
  findReceiverFault,
  findSendFault,
  type SendFault,
  type SendField,
} from './send-fault.ts'
import { type AmountFormat, formatTypedAmount, parseTypedAmount } from './typed-amount.ts'
import { type ResolvedReceiver, useReceiver } from './use-receiver.ts'

export interface SendFormParameters {
  readonly kit: Kit
  readonly modal: ViewModal
  readonly route: RouteOf<'Send'>
  readonly account: AccountId
  readonly chain: ChainId
  readonly asset: Asset
  readonly balance: Balance | undefined
  /** The unit in which the amount is typed at present. */
  readonly writing: AmountFormat
}

export interface SendForm {
  readonly amount: RefObject<HTMLInputElement | null>
  readonly recipient: RefObject<HTMLInputElement | null>
  readonly token: RefObject<HTMLButtonElement | null>
  readonly fault: SendFault | null
  /** Code of an error that belongs to no field of the form. */
  readonly failure: ErrorCode | null
  readonly isBusy: boolean
  readonly resolved: ResolvedReceiver
  readonly changeFields: (change: { amount?: string; to?: string }) => void
  /**
   * Called when the visitor leaves the receiver's field. An invalid receiver is then shown as an
   * error, without moving the focus.
   */
  readonly checkRecipient: () => void
  readonly fillMaxAmount: () => Promise<void>
  readonly prepareReview: () => Promise<void>
}

// The modules are loaded only when they are needed, because few visitors press Max or type more
// than their balance.
const loadMaxEstimate: typeof Max = async (...callArguments) =>
  (await import('./estimate-max.ts')).estimateMax(...callArguments)
const loadHeldAmount: typeof Held = async (...callArguments) =>
  (await import('./read-spendable.ts')).readHeldAmount(...callArguments)

/** State and actions of the Send view; the draft itself is in the route. */
export function useSendForm(parameters: SendFormParameters): SendForm {
  const { kit, modal, route, account, chain, asset, balance, writing } = parameters
  const { locale } = writing
  const adapter =
    kit.adapters[asset.id.slice(0, asset.id.indexOf(':'))] ??
    (Object.values(kit.adapters)[0] as never)
  const drafts = useSendDrafts()
  const [fault, setFault] = useState<SendFault | null>(null)
  const [failure, setFailure] = useState<ErrorCode | null>(null)
  const isMaxChosen = useRef(false)
  /** The balance that the list showed when the fault was found. */
  const listedAmount = useRef<bigint | undefined>(undefined)
  const fieldRefs = {
    amount: useRef<HTMLInputElement>(null),
    recipient: useRef<HTMLInputElement>(null),
    token: useRef<HTMLButtonElement>(null),
  }
  const resolvedReceiver = useReceiver(route.to ?? '', { adapter, chain })
  const preparation = usePrepareSend()
  const maxEstimate = useAction(loadMaxEstimate, { abortsOnUnmount: true })

  function showFault(next: SendFault): void {
    setFault(next)
    listedAmount.current = balance?.amount
    const field: SendField = next.field
    fieldRefs[field].current?.focus()
  }

  function showFailure(error: unknown): void {
    const code: ErrorCode = hasCode(error) ? error.code : 'unknown'
    // The receiver looks like an address, but its upper and lower case, which is a checksum, is
    // wrong.
    const hasWrongChecksum =
      code === 'receiver-invalid' &&
      resolvedReceiver.receiver.kind === 'address' &&
      adapter.read.spelling
    const foundFault = hasWrongChecksum
      ? ({ field: 'recipient', is: 'misspelt' } as const)
      : faultOfCode(code)
    if (foundFault) showFault(foundFault)
    else if (code !== 'aborted') setFailure(code)
  }

  async function findMaxAmount(): Promise<bigint | null> {
    if (balance === undefined) return null
    const outcome = await maxEstimate.run({
      from: account,
      asset,
      balance: balance.amount,
      to: resolvedReceiver.address,
    })
    if (outcome.status === 'failed') showFailure(outcome.error)
    return outcome.status === 'done' ? outcome.value : null
  }

  const typedAmount =
    fault?.is === 'not-enough' && balance ? parseTypedAmount(route.amount ?? '', writing) : null
  // The "not enough" fault no longer applies when the balance has since grown to cover the amount.
  const isFaultOutdated =
    typedAmount !== null &&
    balance !== undefined &&
    typedAmount <= balance.amount &&
    listedAmount.current !== balance.amount

  /** Writes the exact amount as units of the token: money has too few decimal places for it. */
  function writeExactAmount(amount: bigint): void {
    const { unit: _, ...otherFields } = route
    modal.update({ ...otherFields, amount: formatTypedAmount(amount, { asset, locale }) })
  }

  return {
    ...fieldRefs,
    fault: isFaultOutdated ? null : fault,
    failure,
    resolved: resolvedReceiver,
    isBusy: preparation.state.status === 'running' || maxEstimate.state.status === 'running',
    changeFields(change) {
      if (change.amount !== undefined) isMaxChosen.current = false
      setFault(null)
      setFailure(null)
      preparation.cancel()
      modal.update({ ...route, ...change })
    },
    checkRecipient() {
      const { receiver } = resolvedReceiver
      const foundFault = findReceiverFault(receiver)
      if (fault === null && foundFault !== null && foundFault.is !== 'missing') setFault(foundFault)
      if (receiver.kind !== 'address') return
      void isAddressMisspelt(receiver.address, adapter.read.spelling).then((hasWrongChecksum) => {
        const isRecipientUnchanged = fieldRefs.recipient.current?.value === route.to
        if (hasWrongChecksum && isRecipientUnchanged)
          setFault((currentFault) => currentFault ?? { field: 'recipient', is: 'misspelt' })
      })
    },
    async fillMaxAmount() {
      const amount = await findMaxAmount()
      if (amount === null) return
      isMaxChosen.current = true
      setFault(null)
      setFailure(null)
      writeExactAmount(amount)
      // The focus is not moved into the field, because the field would then show the end of a long
      // amount.
      if (amount === 0n) showFault({ field: 'amount', is: 'not-enough-for-fee' })
    },
    async prepareReview() {
      const amountText = route.amount ?? ''
      let amount = amountText.trim() === '' ? null : parseTypedAmount(amountText, writing)
      let heldAmount = balance?.amount
      // The listed balance may be older than the last receipt of coins.
      if (heldAmount !== undefined && amount !== null && amount > heldAmount)
        heldAmount = await loadHeldAmount(kit, { from: account, asset, balance: heldAmount }).catch(
          () => heldAmount,
        )
      const foundFault = findSendFault({
        hasToken: true,
        amountText,
        amount,
        balance: heldAmount,
        receiver: resolvedReceiver.receiver,
        locale,
        lacksPrice: writing.money !== undefined && writing.money.price === undefined,
      })
      if (foundFault) return showFault(foundFault)
      if (resolvedReceiver.lookup === 'unknown')
        return showFault({ field: 'recipient', is: 'unknown-name' })
      setFault(null)
      setFailure(null)
      // The fee has changed since Max was pressed: the amount is computed again, and the field says
      // so.
      if (isMaxChosen.current) {
        amount = await findMaxAmount()
        if (amount === null) return
        writeExactAmount(amount)
        if (amount === 0n) return showFault({ field: 'amount', is: 'not-enough-for-fee' })
      }
      if (amount === null) return
      const outcome = await preparation.run({ asset, amount, to: (route.to ?? '').trim() })
      if (outcome.status === 'failed') return showFailure(outcome.error)
      if (outcome.status !== 'done') return
      const { id } = outcome.value.transaction
      drafts.set(id, outcome.value)
      modal.push({ view: 'SendReview', id })
    },
  }
}
