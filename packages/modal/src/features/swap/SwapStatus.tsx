import { maxAmount, type Transaction } from '@latchkey/core'
import { useTransaction, useWatchTransaction } from '@latchkey/react'
import { type ReactElement, useEffect } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { AddressGroups } from '../../parts/AddressGroups.tsx'
import { TokenIcon } from '../../parts/TokenIcon.tsx'
import { allowedImage } from '../../shared/allowed-image.ts'
import { exactAmount } from '../../shared/amounts.ts'
import { findChain } from '../../shared/chain-name.ts'
import { dismissUnknownTransaction } from '../../shared/dismiss-unknown-transaction.ts'
import { transactionUrl } from '../../shared/explorer.ts'
import { useLocale } from '../../shared/use-locale.ts'
import type { SwapWords } from '../../words/words.ts'
import { swapHeading } from './swap-heading.ts'

/** Status of a swap or an approval, as the chain reports it. */
function SwapStatus(props: ViewProps<'SwapStatus'>): ReactElement {
  const { kit, modal, route, words: swapWords } = props
  const words = swapWords.status
  const locale = useLocale(modal.options)
  const transaction = useTransaction({ id: route.id })
  const { run } = useWatchTransaction()
  const isSubmitted = transaction?.status === 'submitted'
  useEffect(() => {
    if (isSubmitted) void run({ id: route.id })
  }, [isSubmitted, run, route.id])
  if (!transaction) return <p className="hint">{swapWords.review.gone}</p>
  const { status, asset, receives, to, chain, error, purpose } = transaction
  const explorerPage = transactionUrl(findChain(kit, chain), transaction)
  const hasEnded = status !== 'submitted' && status !== 'signing'
  const isApproval = purpose === 'approve'
  const bringsTokens = !hasEnded || status === 'confirmed' || status === 'unknown'
  const paidLabel = bringsTokens ? words.paid : modal.words.send.amount
  const renderIcon = (iconAsset: typeof asset): ReactElement => {
    const iconUrl = allowedImage(kit, iconAsset.iconUrl)
    return (
      <TokenIcon
        asset={{ id: iconAsset.id, symbol: iconAsset.symbol, ...(iconUrl && { iconUrl }) }}
        size={receives ? 48 : 72}
      />
    )
  }
  return (
    <div className="waiting" data-state={status}>
      <div className="pulse">
        <span className="swap-icons">
          {renderIcon(asset)}
          {receives && renderIcon(receives.asset)}
        </span>
      </div>
      <p className="hidden" role="status">
        {swapHeading(modal.words.swap, transaction)}
      </p>
      <p className="hint">{statusHintOf(modal.words.status, words, transaction)}</p>
      {error && <p className="hint">{modal.words.errors[error.code]}</p>}
      <dl className="box">
        <div className="kv">
          <dt>{isApproval ? words.amount : paidLabel}</dt>
          <dd>{writeAmount(words, transaction, locale)}</dd>
        </div>
        {receives && bringsTokens && (
          <div className="kv">
            <dt>{receives.received === undefined ? words.receive : words.received}</dt>
            <dd>
              {receives.received === undefined
                ? words.atLeast(exactAmount(receives.minimum, receives.asset, locale))
                : exactAmount(receives.received, receives.asset, locale)}
            </dd>
          </div>
        )}
        {isApproval && (
          <div className="kv with-whole">
            <dt>{words.spender}</dt>
            <dd />
            <dd className="whole">
              <AddressGroups address={to} />
            </dd>
          </div>
        )}
      </dl>
      {explorerPage && (
        <a className="secondary" href={explorerPage} target="_blank" rel="noopener noreferrer">
          {modal.words.status.view}
        </a>
      )}
      {hasEnded && status !== 'unknown' && (status !== 'confirmed' || isApproval) && (
        <button
          type="button"
          className="secondary"
          onClick={() =>
            modal.reset({
              view: 'Swap',
              pay: asset.id,
              ...(receives && { receive: receives.asset.id }),
            })
          }
        >
          {status === 'confirmed' ? words.next : words.again}
        </button>
      )}
      {status === 'unknown' && (
        <button
          type="button"
          className="secondary"
          onClick={() => dismissUnknownTransaction(kit, modal, route.id)}
        >
          {modal.words.transaction.dismiss}
        </button>
      )}
      <button type="button" className="primary" onClick={() => modal.reset({ view: 'Account' })}>
        {modal.words.status.done}
      </button>
    </div>
  )
}

type StatusWords = ViewProps<'SwapStatus'>['modal']['words']['status']

function statusHintOf(
  common: StatusWords,
  words: SwapWords['status'],
  { status, purpose, amount }: Transaction,
): string {
  const isApproval = purpose === 'approve'
  return {
    draft: '',
    signing: '',
    submitted: common.sendingHint,
    confirmed: isApproval && amount > 0n ? words.approvedHint : words.swappedHint,
    failed: isApproval ? words.notApprovedHint : words.failedHint,
    dropped: words.droppedHint,
    replaced: words.replacedHint,
    unknown: common.unknownHint,
  }[status]
}

function writeAmount(
  words: SwapWords['status'],
  { purpose, asset, amount, maximum }: Transaction,
  locale: string,
): string {
  if (purpose === 'approve' && amount === maxAmount) return words.unlimited
  if (maximum === undefined) return exactAmount(amount, asset, locale)
  return words.atMost(exactAmount(maximum, asset, locale))
}

export const swapStatusView: View<'SwapStatus'> = {
  heading: ({ swap }, { id }, kit) => {
    const transaction = kit.getState().transactions[id]
    return transaction ? swapHeading(swap, transaction) : swap.other.unknown
  },
  component: SwapStatus,
}
