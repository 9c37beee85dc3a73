import type { Bill, PaymentStatus } from '@latchkey/core/pay'
import type { ReactElement } from 'react'
import type { ViewProps } from '../../contract/view.ts'
import { AddressGroups } from '../../parts/AddressGroups.tsx'
import { TokenIcon } from '../../parts/TokenIcon.tsx'
import type { PaySession } from '../../pay/pay-session.ts'
import { exactAmount } from '../../shared/amounts.ts'
import { chainName, findChain } from '../../shared/chain-name.ts'
import { explorerUrl } from '../../shared/explorer.ts'
import { useLocale } from '../../shared/use-locale.ts'
import { Line } from './Line.tsx'
import { ringState } from './ring-state.ts'

export declare namespace PayStatus {
  type Props = ViewProps<'Pay'> & {
    readonly session: PaySession
    readonly bill: Bill
    readonly status: PaymentStatus
  }
}

/** Shows the state of a payment and the receipt of its transaction. */
export function PayStatus({
  kit,
  modal,
  session,
  bill,
  status,
  words,
}: PayStatus.Props): ReactElement {
  const locale = useLocale(modal.options)
  const { state, sent, confirmations, needed, isAltered, refund } = status
  const option = bill.options.find(
    ({ asset }) => asset.id.toLowerCase() === sent?.asset.toLowerCase(),
  )
  const asset = option?.asset ?? status.transaction?.asset ?? bill.options[0]?.asset
  const explorerPage =
    sent && state !== 'dropped' && state !== 'replaced'
      ? explorerUrl(findChain(kit, sent.chain), 'tx', sent.hash)
      : undefined
  const refundPage =
    sent && refund?.hash && explorerUrl(findChain(kit, sent.chain), 'tx', refund.hash)
  const arrived = sent && asset && exactAmount(sent.amount, asset, locale)
  const asked = option && exactAmount(option.amount, option.asset, locale)
  const isShort = state === 'underpaid' || isAltered === true
  const mayPayAgain = state === 'failed' || state === 'dropped' || state === 'replaced'
  return (
    <div className="waiting pay" data-state={ringState(state)}>
      {asset && (
        <div className="pulse">
          <TokenIcon asset={asset} size={72} />
        </div>
      )}
      <p className="hidden" role="status">
        {words.heading[state]}
      </p>
      <p className="hint">{words.hint[state]}</p>
      {isAltered && arrived && asked && (
        <p className="note" role="alert">
          {words.status.altered(arrived, asked)}
        </p>
      )}
      <dl className="box">
        {bill.title && <Line name={words.for}>{bill.title}</Line>}
        {arrived && (
          <Line name={isShort ? words.status.arrived : words.status.paid}>{arrived}</Line>
        )}
        {isShort && asked && <Line name={words.status.asked}>{asked}</Line>}
        {sent && <Line name={modal.words.review.network}>{chainName(kit, sent.chain)}</Line>}
        {sent && (state === 'sent' || state === 'settled') && (
          <Line name={words.status.confirmations}>
            {words.status.countOf(confirmations, needed)}
          </Line>
        )}
        {refund && <Line name={words.status.note}>{refund.note}</Line>}
        {option && (
          <div className="kv with-whole">
            <dt>{words.to}</dt>
            <dd />
            <dd className="whole">
              <AddressGroups address={option.to} />
            </dd>
          </div>
        )}
      </dl>
      {explorerPage && (
        <a className="secondary" href={explorerPage} target="_blank" rel="noopener noreferrer">
          {modal.words.status.view}
        </a>
      )}
      {refundPage && (
        <a className="secondary" href={refundPage} target="_blank" rel="noopener noreferrer">
          {words.status.viewRefund}
        </a>
      )}
      {mayPayAgain && (
        <button type="button" className="secondary" onClick={() => session.payAgain()}>
          {words.status.again}
        </button>
      )}
      {state === 'unknown' && (
        <button type="button" className="secondary" onClick={() => session.payAgain()}>
          {words.status.notSent}
        </button>
      )}
      <button type="button" className="primary" onClick={() => modal.close()}>
        {modal.words.status.done}
      </button>
    </div>
  )
}
