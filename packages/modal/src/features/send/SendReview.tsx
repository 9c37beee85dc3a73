import { discardTransaction, fiatValue, type Transaction } from '@latchkey/core'
import { connectorIdOf } from '@latchkey/core/inside'
import { addressOf, hasCode } from '@latchkey/protocol'
import { useSend, useTransaction } from '@latchkey/react'
import { useSwapTokens } from '@latchkey/react/queries'
import { type ReactElement, useId, useRef, useState } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { AddressGroups } from '../../parts/AddressGroups.tsx'
import { OpenWallet } from '../../parts/OpenWallet.tsx'
import { exactAmount, fiatText, shortAmount } from '../../shared/amounts.ts'
import { chainName } from '../../shared/chain-name.ts'
import { shortAddress } from '../../shared/short-address.ts'
import { useFinalUnmount } from '../../shared/use-final-unmount.ts'
import { useHoldings } from '../../shared/use-holdings.ts'
import { useLocale } from '../../shared/use-locale.ts'
import { peerOf, useWalletName } from '../../shared/use-wallet.ts'
import { useSendDrafts } from './drafts.ts'
import { SetUpRecovery } from './SetUpRecovery.tsx'

function SendReview({ kit, modal, route }: ViewProps<'SendReview'>): ReactElement {
  const transaction = useTransaction({ id: route.id })
  const words = modal.words.review
  if (transaction?.status === 'draft' || transaction?.status === 'signing')
    return <Review kit={kit} modal={modal} transaction={transaction} />
  return (
    <>
      <p className="hint">{words.gone}</p>
      <button type="button" className="primary" onClick={() => modal.back()}>
        {words.startAgain}
      </button>
    </>
  )
}

function Review({
  kit,
  modal,
  transaction,
}: Pick<ViewProps<'SendReview'>, 'kit' | 'modal'> & {
  readonly transaction: Transaction
}): ReactElement {
  const { id, asset, amount, from, to, toName, fee, feeAsset, chain, status, error } = transaction
  const words = modal.words.review
  const locale = useLocale(modal.options)
  const wallet = useWalletName(from) ?? modal.words.connecting.unknownWallet
  const estimate = useSendDrafts().get(id)?.estimate
  const notes = estimate?.notes ?? []
  const balances = useHoldings(modal.options)
  const listedTokens = useSwapTokens({ chain: notes.includes('warned-token') ? chain : undefined })
  const warning = listedTokens.data?.find(
    (one) => one.id.toLowerCase() === asset.id.toLowerCase(),
  )?.warning
  const send = useSend()
  const lossHintId = useId()
  const lossCheckbox = useRef<HTMLInputElement>(null)
  const [loss, setLoss] = useState<'open' | 'missed' | 'accepted'>('open')
  const wouldLoseAmount = notes.includes('unspendable-receiver')
  useFinalUnmount(() => {
    if (kit.getState().transactions[id]?.status === 'draft') discardTransaction(kit, { id })
  })

  const fiatWorthOf = (valuedAsset: typeof asset, units: bigint): string | undefined => {
    const price = balances.data?.find((balance) => balance.asset.id === valuedAsset.id)?.price
    const value =
      price === undefined ? undefined : fiatValue([{ asset: valuedAsset, amount: units, price }])
    return value === undefined ? undefined : fiatText(value, locale, modal.options.currency)
  }
  const exactAmountText = exactAmount(amount, asset, locale)
  const feeWorth = fee !== undefined && feeAsset ? fiatWorthOf(feeAsset, fee) : undefined
  const failure =
    error?.code ??
    (send.state.status === 'failed' && hasCode(send.state.error)
      ? send.state.error.code
      : undefined)
  const isDeclined = failure === 'user-rejected' || failure === 'rpc-transaction-rejected'
  return (
    <div className="review">
      <p className="review-amount" data-long={exactAmountText.length > 14}>
        {exactAmountText}
      </p>
      <p className="review-worth">{fiatWorthOf(asset, amount)}</p>
      <dl className="box">
        <div className="kv with-whole">
          <dt>{words.to}</dt>
          <dd>{toName}</dd>
          <dd className="whole">
            <AddressGroups address={to} />
          </dd>
        </div>
      </dl>
      <dl className="box">
        <div className="kv">
          <dt>{words.from}</dt>
          <dd>
            <span dir="ltr">{shortAddress(addressOf(from))}</span>
          </dd>
        </div>
        <div className="kv">
          <dt>{words.network}</dt>
          <dd>{chainName(kit, chain)}</dd>
        </div>
        {fee !== undefined && feeAsset && (
          <div className="kv">
            <dt>{words.fee}</dt>
            <dd>
              {words.feeAtMost(shortAmount(fee, feeAsset, locale))}
              {feeWorth && ` · ${feeWorth}`}
            </dd>
          </div>
        )}
      </dl>
      {notes.length > 0 && (
        <ul className="notes" aria-label={words.notes}>
          {notes.map((note) => (
            <li key={note} className="note" data-note={note}>
              {note === 'warned-token' && warning
                ? `${asset.symbol}: ${warning}`
                : words.note[note]}
            </li>
          ))}
        </ul>
      )}
      {wouldLoseAmount && (
        <div className="legal" data-fault={loss === 'missed'}>
          <label className="check">
            <input
              ref={lossCheckbox}
              type="checkbox"
              checked={loss === 'accepted'}
              aria-describedby={lossHintId}
              onChange={(event) => setLoss(event.currentTarget.checked ? 'accepted' : 'open')}
            />
            <span>{words.loss}</span>
          </label>
          <p id={lossHintId} role="status" className="legal-note">
            {loss === 'missed' ? words.lossFirst : null}
          </p>
        </div>
      )}
      <p
        role="status"
        className="review-status"
        data-failed={status === 'draft' && failure !== undefined && !isDeclined}
      >
        {status === 'signing' && words.continueIn(wallet)}
        {status === 'draft' && isDeclined && words.declined}
        {status === 'draft' &&
          failure &&
          !isDeclined &&
          `${words.failed} ${modal.words.errors[failure]}`}
      </p>
      {status === 'draft' && failure === 'recovery-needed' && (
        <SetUpRecovery modal={modal} label={words.setUpRecovery} />
      )}
      <button
        type="button"
        className="primary"
        aria-busy={status === 'signing'}
        onClick={() => {
          if (status !== 'draft') return
          if (wouldLoseAmount && loss !== 'accepted') {
            setLoss('missed')
            lossCheckbox.current?.focus()
          } else void send.run({ id, estimate })
        }}
      >
        {words.confirm}
      </button>
      {/* The link is placed below the pressed button, so that the button does not move. */}
      {status === 'signing' && <OpenWallet label={words.open} account={from} />}
      <button type="button" className="secondary" onClick={() => modal.back()}>
        {status === 'signing' ? words.stopWaiting : words.edit}
      </button>
    </div>
  )
}

/** The dialog stays open while a wallet is being asked to sign. */
export const guardSigning: NonNullable<View<'SendReview'>['guard']> = (words, kit) => {
  const signing = Object.values(kit.getState().transactions).find(
    ({ status }) => status === 'signing',
  )
  if (!signing) return undefined
  const { connectors } = kit.getState()
  const id = connectorIdOf(kit, signing.from) ?? ''
  return words.review.guard(
    peerOf(kit, id)?.name ?? connectors[id]?.wallet.name ?? words.connecting.unknownWallet,
  )
}

export const sendReviewView: View<'SendReview'> = {
  heading: (words) => words.review.heading,
  component: SendReview,
  guard: guardSigning,
}
