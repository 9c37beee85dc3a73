import { addressOf, chainOf } from '@latchkey/protocol'
import { useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, type ReactElement, useEffect } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { CopyButton } from '../../parts/CopyButton.tsx'
import { Tile } from '../../parts/Tile.tsx'
import { findChain } from '../../shared/chain-name.ts'
import { explorerUrl } from '../../shared/explorer.ts'
import { forgetPurchase } from '../../shared/purchases.ts'
import { refreshBalances } from '../../shared/refresh-balances.ts'
import { shortAddress } from '../../shared/short-address.ts'
import { useLocale } from '../../shared/use-locale.ts'
import { moneyText } from './money-text.ts'
import { sellerWindow } from './open-window.ts'
import { isFinalStage, type Stage } from './progress.ts'
import { describeProgress } from './progress-words.ts'
import { SandboxTag } from './SandboxTag.tsx'
import { useProgress } from './use-progress.ts'
import { useWindowClosed } from './use-window-closed.ts'

export declare namespace BuyInProgress {
  type Props = ViewProps<'BuyInProgress'>
}

/**
 * A purchase or deposit from the opening of the seller's page to its end. The seller's status
 * decides, not whether the window was closed.
 */
function BuyInProgress({ kit, modal, route, words }: BuyInProgress.Props): ReactElement {
  const { purchase, url } = route
  const { name, isSandbox } = purchase
  const locale = useLocale(modal.options)
  const progress = useProgress(purchase, url !== undefined)
  const { stage } = progress
  const hasEnded = isFinalStage(stage)
  const isWaiting = stage === 'waiting' || stage === 'untold'
  const isWindowClosed = useWindowClosed(kit, isWaiting)
  useEndOfPurchase(kit, modal, route, stage)
  const boughtText = progress.bought && moneyText(progress.bought, locale)
  const { title, hint } = describeProgress(words, stage, purchase, {
    isAway: url === undefined,
    isBlocked: route.window === 'blocked',
    isWindowClosed,
    isSlow: progress.isSlow,
    bought: boughtText,
  })
  const chain = progress.chain ?? chainOf(purchase.account)
  const explorerPage = progress.hash && explorerUrl(findChain(kit, chain), 'tx', progress.hash)
  const isFailed = hasEnded && stage !== 'done'
  function showWindow(event: MouseEvent): void {
    const sellerPage = sellerWindow(kit)
    // The seller's window is open already, so it is brought to the front instead of opening a
    // second one.
    if (!sellerPage || sellerPage.closed || route.window === 'blocked') return
    event.preventDefault()
    sellerPage.focus()
  }
  return (
    <div className="waiting buying" data-state={waitStateOfStage(stage)}>
      <div className="pulse">
        <Tile name={name} size={72} />
      </div>
      <div role="status">
        <p className="waiting-status">{title}</p>
        <p className="hint">{progress.isUnseen && !hasEnded ? words.progress.unseen : hint}</p>
      </div>
      {isSandbox && <SandboxTag words={words} />}
      <dl className="box">
        {boughtText && (
          <div className="kv">
            <dt>{words.progress.receive}</dt>
            <dd>{boughtText}</dd>
          </div>
        )}
        {progress.paid && (
          <div className="kv">
            <dt>{words.progress.pay}</dt>
            <dd>{moneyText(progress.paid, locale)}</dd>
          </div>
        )}
        <div className="kv">
          <dt>{words.progress.to}</dt>
          <dd dir="ltr">{shortAddress(addressOf(purchase.account))}</dd>
        </div>
      </dl>
      {url && isWaiting && (
        <a
          className={route.window === 'blocked' || isWindowClosed ? 'primary' : 'secondary'}
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          onClick={showWindow}
        >
          {words.progress.open(name)}
        </a>
      )}
      {explorerPage && (
        <a className="secondary" href={explorerPage} target="_blank" rel="noopener noreferrer">
          {words.progress.view}
        </a>
      )}
      {(isFailed || (isWaiting && url === undefined)) && (
        <button type="button" className="primary" onClick={() => buyAgain(modal, route)}>
          {words.progress.again}
        </button>
      )}
      {stage === 'failed' && (
        <CopyButton
          className="secondary"
          text={purchase.id}
          label={words.progress.copyOrder}
          modal={modal}
        />
      )}
      {!hasEnded && url === undefined && (
        <button
          type="button"
          className="secondary"
          onClick={() => {
            forgetPurchase(kit, purchase)
            modal.reset({ view: 'Account' })
          }}
        >
          {words.progress.forget}
        </button>
      )}
      {(hasEnded || stage === 'untold') && (
        <button
          type="button"
          className={stage === 'done' ? 'primary' : 'secondary'}
          onClick={() => modal.reset({ view: 'Account' })}
        >
          {words.progress.close}
        </button>
      )}
    </div>
  )
}

/** State of the ring around the seller's icon. */
function waitStateOfStage(stage: Stage): string {
  if (stage === 'done') return 'confirmed'
  if (stage === 'declined' || stage === 'abandoned' || stage === 'failed') return stage
  return stage === 'waiting' || stage === 'untold' ? 'waiting' : 'running'
}

/** Goes back to the form; when it is not in the history, opens a new form with the same seller. */
function buyAgain(
  modal: BuyInProgress.Props['modal'],
  { purchase, url }: BuyInProgress.Props['route'],
): void {
  const { kind, seller, symbol } = purchase
  if (url !== undefined) modal.back()
  else if (kind === 'order')
    modal.replace({ view: 'OnRampProviders', provider: seller, asset: symbol })
  else modal.replace({ view: 'PayWithExchange', exchange: seller })
}

/**
 * After the end the status is no longer read, the heading shows the result, and balances are read
 * again.
 */
function useEndOfPurchase(
  kit: BuyInProgress.Props['kit'],
  modal: BuyInProgress.Props['modal'],
  route: BuyInProgress.Props['route'],
  stage: Stage,
): void {
  const client = useQueryClient()
  const { update } = modal
  useEffect(() => {
    if (!isFinalStage(stage) || route.end !== undefined) return
    forgetPurchase(kit, route.purchase)
    update({ ...route, end: stage === 'done' ? 'done' : 'failed' })
    if (stage === 'done') refreshBalances(client)
  }, [kit, update, route, stage, client])
}

export const buyInProgressView: View<'BuyInProgress'> = {
  heading: ({ buy }, { purchase, end }) => {
    if (end !== 'done') return buy.finishIn(purchase.name)
    return purchase.kind === 'deposit' ? buy.deposited : buy.bought
  },
  component: BuyInProgress,
}
