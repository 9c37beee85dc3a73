import {
  type Activity,
  type ActivityTransfer,
  fiatValue,
  formatAmount,
  relativeTime,
} from '@latchkey/core'
import { type AccountId, accountId } from '@latchkey/protocol'
import { useIdentity } from '@latchkey/react/queries'
import { type ReactElement, useState } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { AddressGroups } from '../../parts/AddressGroups.tsx'
import { CopyButton } from '../../parts/CopyButton.tsx'
import { fiatText } from '../../shared/amounts.ts'
import { chainName, findChain } from '../../shared/chain-name.ts'
import { explorerUrl } from '../../shared/explorer.ts'
import { useHoldings } from '../../shared/use-holdings.ts'
import { useLocale } from '../../shared/use-locale.ts'
import type { ActivityWords } from '../../words/words.ts'
import { ActivityIcon, MovedAssetIcon } from './ActivityIcon.tsx'
import { amountTextOf, counterpartyAddressOf, sentenceOf } from './sentence.ts'
import { UnbrokenAddresses } from './UnbrokenAddresses.tsx'
import { useAddressSpelling } from './use-address-spelling.ts'
import { useNow } from './use-now.ts'

const maxShownTransfers = 5
/** Sign before an amount: `+` for received assets, a minus for sent ones. */
const directionSigns: Readonly<Record<ActivityTransfer['direction'], string>> = {
  in: '+',
  out: '−',
  self: '',
}

export declare namespace TransactionDetails {
  type Props = ViewProps<'Transaction'>
}

/**
 * Shows everything about one transaction: what moved, between which addresses, when, on which
 * chain, and the fee.
 */
function TransactionDetails({ kit, modal, route, words }: TransactionDetails.Props): ReactElement {
  const { activity } = route
  const { status, chain, from, to, at, hash, block, application, transfers } = activity
  const locale = useLocale(modal.options)
  const now = useNow()
  const fee = useFee(activity, modal, locale)
  const otherAddress = counterpartyAddressOf(activity)
  const names = {
    from: useAccountName(accountId(chain, from)),
    to: useAccountName(to ? accountId(chain, to) : undefined),
  }
  const otherName = useAccountName(otherAddress ? accountId(chain, otherAddress) : undefined)
  const explorerPage = explorerUrl(findChain(kit, chain), 'tx', hash)
  const isOwnTransfer =
    otherAddress !== undefined &&
    [from.toLowerCase(), to.toLowerCase()].includes(otherAddress.toLowerCase())
  const timeFormat = new Intl.DateTimeFormat(modal.options.lang ?? 'en', {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  return (
    <div className="details" data-status={status}>
      <ActivityIcon activity={activity} kit={kit} />
      <p className="details-title">
        <UnbrokenAddresses text={sentenceOf(activity, { words, locale, name: otherName })} />
      </p>
      {status === 'failed' && <p className="hint">{words.failedHint}</p>}
      {activity.isSpam && <p className="note">{words.spamHint}</p>}
      {transfers.length > 1 && (
        <MovedTransfers
          activity={activity}
          kit={kit}
          words={words}
          locale={locale}
          currency={modal.options.currency}
        />
      )}
      <dl className="box">
        <DetailLine label={words.status}>
          <span className="event-status">{words.kindOf[status]}</span>
        </DetailLine>
        <DetailLine label={words.time}>
          <time dateTime={new Date(at).toISOString()}>
            {timeFormat.format(at)} · {words.ago(relativeTime(at, now))}
          </time>
        </DetailLine>
        {application && <DetailLine label={words.application}>{application}</DetailLine>}
        <DetailLine label={words.network}>{chainName(kit, chain)}</DetailLine>
        {fee && <DetailLine label={words.fee}>{fee}</DetailLine>}
        {block && <DetailLine label={words.block}>{block}</DetailLine>}
      </dl>
      <dl className="box">
        <PartyLine
          kit={kit}
          label={words.from}
          account={accountId(chain, from)}
          name={names.from}
        />
        {to && (
          <PartyLine kit={kit} label={words.to} account={accountId(chain, to)} name={names.to} />
        )}
        {otherAddress && !isOwnTransfer && (
          <PartyLine
            kit={kit}
            label={words.with}
            account={accountId(chain, otherAddress)}
            name={otherName}
          />
        )}
      </dl>
      <div className="pair">
        <CopyButton className="secondary" text={hash} label={words.copyHash} modal={modal} />
        {explorerPage && (
          <a className="secondary" href={explorerPage} target="_blank" rel="noopener noreferrer">
            {words.view}
          </a>
        )}
      </div>
    </div>
  )
}

function DetailLine({
  label,
  children,
}: {
  readonly label: string
  readonly children: React.ReactNode
}): ReactElement {
  return (
    <div className="kv">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function PartyLine(props: {
  readonly kit: TransactionDetails.Props['kit']
  readonly label: string
  readonly account: AccountId
  readonly name: string | undefined
}): ReactElement {
  const { kit, label, account, name } = props
  const address = useAddressSpelling(kit, account)
  return (
    <div className="kv with-whole">
      <dt>{label}</dt>
      <dd>
        <bdi>{name}</bdi>
      </dd>
      <dd className="whole">
        <AddressGroups address={address} />
      </dd>
    </div>
  )
}

/** Every asset that moved; the first few until the visitor asks for more. */
function MovedTransfers(props: {
  readonly activity: Activity
  readonly kit: TransactionDetails.Props['kit']
  readonly words: ActivityWords
  readonly locale: string
  readonly currency: string | undefined
}): ReactElement {
  const { activity, kit, words, locale, currency } = props
  const { transfers } = activity
  const [isWhole, setWhole] = useState(false)
  const visibleTransfers =
    isWhole || transfers.length <= maxShownTransfers + 1
      ? transfers
      : transfers.slice(0, maxShownTransfers)
  return (
    <>
      <ul className="list moved" aria-label={words.moved}>
        {visibleTransfers.map((transfer, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the transfers keep their order
          <li key={index} className="moved-line">
            <MovedAssetIcon moved={transfer} kit={kit} size={28} />
            <span className="moved-amount">
              {directionSigns[transfer.direction]}
              {amountTextOf(transfer, words, locale)}
            </span>
            {transfer.value !== undefined && (
              <span className="moved-value">{fiatText(transfer.value, locale, currency)}</span>
            )}
          </li>
        ))}
      </ul>
      {visibleTransfers.length < transfers.length && (
        <button type="button" className="link" onClick={() => setWhole(true)}>
          {words.showAll(transfers.length)}
        </button>
      )}
    </>
  )
}

/**
 * The transaction's fee in the native coin, and its fiat value: at the price of that time when
 * known, else at the present price.
 */
function useFee(
  { fee, chain, transfers }: Activity,
  modal: TransactionDetails.Props['modal'],
  locale: string,
): string | undefined {
  const coin = useHoldings(modal.options).data?.[0]
  if (fee === undefined || coin === undefined || !coin.asset.id.startsWith(`${chain}/`))
    return undefined
  const price =
    transfers.find(({ asset }) => asset?.toLowerCase() === coin.asset.id.toLowerCase())?.price ??
    coin.price
  const value =
    price === undefined ? undefined : fiatValue([{ asset: coin.asset, amount: fee, price }])
  const amount = `${formatAmount(fee, coin.asset.decimals, { locale, maximumFractionDigits: 8 })} ${coin.asset.symbol}`
  return value === undefined
    ? amount
    : `${amount} · ${fiatText(value, locale, modal.options.currency)}`
}

function useAccountName(account: AccountId | undefined): string | undefined {
  return useIdentity({ account }).data?.name ?? undefined
}

export const transactionView: View<'Transaction'> = {
  heading: (words) => words.activity.transaction,
  component: TransactionDetails,
}
