import type { SwapAsset, SwapSide } from '@latchkey/core'
import { hasCode } from '@latchkey/protocol'
import { useAccount } from '@latchkey/react'
import { useSwapTokens } from '@latchkey/react/queries'
import { type FormEvent, type ReactElement, useEffect, useMemo } from 'react'
import type { RouteOf } from '../../contract/route.ts'
import type { View, ViewProps } from '../../contract/view.ts'
import { SwapIcon } from '../../parts/icons.tsx'
import { findChain } from '../../shared/chain-name.ts'
import { useHoldings } from '../../shared/use-holdings.ts'
import { useLocale } from '../../shared/use-locale.ts'
import { useWallet } from '../../shared/use-wallet.ts'
import { OfferLine } from './OfferLine.tsx'
import { SwapAmount } from './SwapAmount.tsx'
import { useSwapForm } from './use-swap-form.ts'
import { useWorth } from './use-worth.ts'

/** The Swap view: the visitor types one of the two amounts, and the quote gives the other. */
function Swap(props: ViewProps<'Swap'>): ReactElement {
  const { kit, modal, route, words } = props
  const { account, chain, namespace, connectorId, isChainSupported } = useAccount()
  const wallet = useWallet()
  const tokens = useSwapTokens({ chain: isChainSupported ? chain : undefined })
  const { replace } = modal
  const configuredChain = findChain(kit, chain)
  const isSwapChain =
    configuredChain && tokens.data?.length !== 0 && !hasCode(tokens.error, 'swap-chain-unsupported')
  const isUnsupportedChain = account !== undefined && !isSwapChain
  useEffect(() => {
    if (isUnsupportedChain) replace({ view: 'UnsupportedChain', swap: chain })
  }, [isUnsupportedChain, chain, replace])
  const coin = configuredChain && kit.adapters[namespace]?.nativeAsset(configuredChain)
  const findToken = (id: string | undefined): SwapAsset | undefined =>
    tokens.data?.find((one) => one.id === id)
  const payToken = findToken(route.pay) ?? findToken(coin?.id) ?? coin
  if (account === undefined || connectorId === undefined)
    return <p className="hint">{modal.words.account.notConnected}</p>
  if (wallet && !wallet.features.sendCall)
    return <p className="hint">{words.form.unable(wallet.wallet.name)}</p>
  if (!payToken || isUnsupportedChain)
    return <p className="hint">{modal.words.errors['swap-chain-unsupported']}</p>
  if (tokens.isError && !tokens.data)
    return (
      <div className="empty">
        <p>{words.form.notAvailable}</p>
        <p className="hint">{words.form.unavailable}</p>
        <button type="button" className="pill" onClick={() => void tokens.refetch()}>
          {words.form.retry}
        </button>
      </div>
    )
  return (
    <SwapFields {...props} account={account} pay={payToken} receive={findToken(route.receive)} />
  )
}

type FormProps = ViewProps<'Swap'> &
  Pick<Parameters<typeof useSwapForm>[0], 'account' | 'pay' | 'receive'>

function SwapFields({ kit, modal, route, words, account, pay, receive }: FormProps): ReactElement {
  const locale = useLocale(modal.options)
  const balances = useHoldings(modal.options)
  const findBalance = (asset: SwapAsset | undefined) =>
    balances.data?.find((one) => one.asset.id === asset?.id)
  const heldAssets = useMemo(() => balances.data?.map(({ asset }) => asset), [balances.data])
  const form = useSwapForm({
    modal,
    route,
    account,
    pay,
    receive,
    balance: findBalance(pay),
    held: heldAssets,
    locale,
  })
  const fiatWorth = useWorth(modal.options, locale, [pay, receive], balances.data)
  const { offer } = form
  const typedSide = route.side ?? 'pay'

  function submitForm(event: FormEvent): void {
    event.preventDefault()
    void form.prepareReview()
  }
  function chooseToken(side: SwapSide): void {
    modal.push(
      { view: 'SwapToken', side },
      {
        onSuccess: (chosenToken) => {
          modal.back()
          modal.update(
            routeWithToken(route, side, chosenToken as SwapAsset['id'], {
              pay: pay.id,
              receive: receive?.id,
            }),
          )
        },
      },
    )
  }
  const renderField = (side: SwapSide): ReactElement => (
    <SwapAmount
      kit={kit}
      modal={modal}
      words={words}
      side={side}
      locale={locale}
      form={form}
      worth={fiatWorth}
      asset={side === 'pay' ? pay : receive}
      balance={findBalance(side === 'pay' ? pay : receive)}
      follows={side === typedSide ? undefined : offer.follows}
      onChoose={() => chooseToken(side)}
    />
  )
  return (
    <form className="send swap" onSubmit={submitForm} noValidate>
      {renderField('pay')}
      <button
        type="button"
        className="reverse"
        aria-label={words.form.reverse}
        onClick={form.switchSides}
      >
        <SwapIcon />
      </button>
      {renderField('receive')}
      <OfferLine modal={modal} words={words} locale={locale} offer={offer} />
      <div role="alert" className="alert">
        {form.failure && modal.words.errors[form.failure]}
      </div>
      <button type="submit" className="primary" aria-busy={form.isBusy}>
        {words.form.review}
      </button>
    </form>
  )
}

/**
 * The route after a token was chosen; when the token of the other side is chosen, the two sides are
 * exchanged.
 */
function routeWithToken(
  { view, amount, side: typedSide, kept }: RouteOf<'Swap'>,
  side: SwapSide,
  chosenToken: SwapAsset['id'],
  currentPair: { readonly pay: SwapAsset['id']; readonly receive: SwapAsset['id'] | undefined },
): RouteOf<'Swap'> {
  const previousPair = { pay: currentPair.pay, receive: currentPair.receive }
  const otherSide = side === 'pay' ? 'receive' : 'pay'
  const newPair = {
    ...previousPair,
    [side]: chosenToken,
    ...(previousPair[otherSide] === chosenToken && { [otherSide]: previousPair[side] }),
  }
  return {
    view,
    ...(amount !== undefined && { amount }),
    ...(typedSide && { side: typedSide }),
    ...(newPair.pay && { pay: newPair.pay }),
    ...(newPair.receive && { receive: newPair.receive }),
    // The fee was estimated for the previous pair, so it is marked as rough until it is estimated
    // again.
    ...(kept && newPair.pay === currentPair.pay && { kept: { ...kept, isRough: true } }),
  }
}

export const swapView: View<'Swap'> = {
  heading: (words) => words.swap.heading,
  component: Swap,
}
