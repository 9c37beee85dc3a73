import type { Kit, Transaction } from '@latchkey/core'
import { useTransaction, useWatchTransaction } from '@latchkey/react'
import { type ReactElement, useEffect } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { AddressGroups } from '../../parts/AddressGroups.tsx'
import { TokenIcon } from '../../parts/TokenIcon.tsx'
import { exactAmount } from '../../shared/amounts.ts'
import { chainName, findChain } from '../../shared/chain-name.ts'
import { dismissUnknownTransaction } from '../../shared/dismiss-unknown-transaction.ts'
import { transactionUrl } from '../../shared/explorer.ts'
import { useLocale } from '../../shared/use-locale.ts'
import { statusHeading, statusHint } from './status-words.ts'

function SendStatus({ kit, modal, route }: ViewProps<'SendStatus'>): ReactElement {
  const words = modal.words.status
  const locale = useLocale(modal.options)
  const transaction = useTransaction({ id: route.id })
  const { run } = useWatchTransaction()
  const isSubmitted = transaction?.status === 'submitted'
  useEffect(() => {
    if (isSubmitted) void run({ id: route.id })
  }, [isSubmitted, run, route.id])
  if (!transaction) return <p className="hint">{modal.words.review.gone}</p>
  const { status, asset, amount, to, toName, chain, error, purpose } = transaction
  const isOfPage = purpose === 'page'
  const statusWords = isOfPage ? modal.words.pageStatus : words
  const explorerPage = transactionUrl(findChain(kit, chain), transaction)
  const hasEnded = status !== 'submitted' && status !== 'signing'
  return (
    <div className="waiting" data-state={status}>
      <div className="pulse">
        <TokenIcon asset={asset} size={72} />
      </div>
      {/* Lets screen readers announce each change of the status, which the heading shows. */}
      <p className="hidden" role="status">
        {statusHeading(statusWords, status)}
      </p>
      <p className="hint">{statusHint(statusWords, status)}</p>
      {error && <p className="hint">{modal.words.errors[error.code]}</p>}
      {isOfPage ? (
        <PageTransaction kit={kit} transaction={transaction} words={modal.words} />
      ) : (
        <dl className="box">
          <div className="kv">
            <dt>{modal.words.send.amount}</dt>
            <dd>{exactAmount(amount, asset, locale)}</dd>
          </div>
          <div className="kv with-whole">
            <dt>{modal.words.review.to}</dt>
            <dd>{toName ?? ''}</dd>
            <dd className="whole">
              <AddressGroups address={to} />
            </dd>
          </div>
        </dl>
      )}
      {explorerPage && (
        <a className="secondary" href={explorerPage} target="_blank" rel="noopener noreferrer">
          {words.view}
        </a>
      )}
      {hasEnded && status !== 'confirmed' && status !== 'unknown' && !isOfPage && (
        <button
          type="button"
          className="secondary"
          onClick={() => modal.reset({ view: 'Send', asset: asset.id, to: toName ?? to })}
        >
          {words.again}
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
        {words.done}
      </button>
    </div>
  )
}

/**
 * Shows what is known of a transaction that the page has sent by itself: the page's description of
 * it, its network and its hash.
 */
function PageTransaction({
  kit,
  transaction: { description, chain, hash },
  words,
}: {
  readonly kit: Kit
  readonly transaction: Transaction
  readonly words: ViewProps<'SendStatus'>['modal']['words']
}): ReactElement {
  return (
    <>
      <p className="details-title">{description ?? words.transaction.ofPage}</p>
      <dl className="box">
        <div className="kv">
          <dt>{words.review.network}</dt>
          <dd>{chainName(kit, chain)}</dd>
        </div>
        {hash && (
          <div className="kv with-whole">
            <dt>{words.transaction.hash}</dt>
            <dd />
            <dd className="whole">
              <AddressGroups address={hash} />
            </dd>
          </div>
        )}
      </dl>
    </>
  )
}

export const sendStatusView: View<'SendStatus'> = {
  heading: (words, route, kit) => {
    const { status = 'unknown', purpose } = kit.getState().transactions[route.id] ?? {}
    return statusHeading(purpose === 'page' ? words.pageStatus : words.status, status)
  },
  component: SendStatus,
}
