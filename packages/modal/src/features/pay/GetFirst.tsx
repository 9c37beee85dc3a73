import { formatAmount } from '@latchkey/core'
import { useSwapTokens } from '@latchkey/react/queries'
import type { ReactElement } from 'react'
import type { Route } from '../../contract/route.ts'
import type { ViewProps } from '../../contract/view.ts'
import { BuyIcon } from '../../parts/icons.tsx'
import { TokenIcon } from '../../parts/TokenIcon.tsx'
import { useHoldings } from '../../shared/use-holdings.ts'
import { useLocale } from '../../shared/use-locale.ts'
import { useFundRoute } from '../account/use-fund-route.ts'
import type { PayOption } from './use-pay-options.ts'

/** Maximum number of tokens that are offered for a swap. */
const maxSwaps = 3

/**
 * Offers ways to get the asset that the visitor lacks for a payment: a swap of another token of the
 * account, in the views for swapping with their checks, or a purchase by card or a deposit from an
 * exchange.
 */
export function GetFirst({
  kit,
  modal,
  route,
  words,
  option,
}: ViewProps<'Pay'> & { readonly option: PayOption }): ReactElement | null {
  const locale = useLocale(modal.options)
  const { asset, amount, held = 0n, chain, isOnChain } = option
  const canSwap = isOnChain && kit.getState().features.swaps !== false
  const swapTokens = useSwapTokens({ chain: canSwap ? chain : undefined })
  const holdings = useHoldings(modal.options)
  const fundRoute = useFundRoute(kit)
  const isListed = (id: string): boolean =>
    swapTokens.data?.some((token) => token.id.toLowerCase() === id.toLowerCase()) === true
  const swappable =
    canSwap && isListed(asset.id)
      ? (holdings.data ?? [])
          .filter((one) => one.amount > 0n && one.asset.id !== asset.id && isListed(one.asset.id))
          .slice(0, maxSwaps)
      : []
  if (swappable.length === 0 && !fundRoute) return null
  const visit = (next: Route): void =>
    modal.features.get('pay')?.scope.visit({ ...route, state: 'none' }, next)
  const missing = formatAmount(amount - held, asset.decimals, { locale, useGrouping: false })
  return (
    <ul className="list pay-first" aria-label={words.first}>
      {swappable.map(({ asset: paid }) => (
        <li key={paid.id}>
          <button
            type="button"
            className="row"
            aria-description={words.swapHint(asset.symbol)}
            onClick={() =>
              visit({
                view: 'Swap',
                pay: paid.id,
                receive: asset.id,
                amount: missing,
                side: 'receive',
              })
            }
          >
            <TokenIcon asset={paid} />
            <span className="row-text">
              <span className="row-name">{words.swapFirst(paid.symbol)}</span>
              <span className="row-sub" aria-hidden="true">
                {words.swapHint(asset.symbol)}
              </span>
            </span>
          </button>
        </li>
      ))}
      {fundRoute && isOnChain && (
        <li>
          <button
            type="button"
            className="row"
            aria-description={words.fundHint}
            onClick={() => visit({ view: 'FundWallet' })}
          >
            <span className="pay-icon">
              <BuyIcon />
            </span>
            <span className="row-text">
              <span className="row-name">{words.fund}</span>
              <span className="row-sub" aria-hidden="true">
                {words.fundHint}
              </span>
            </span>
          </button>
        </li>
      )}
    </ul>
  )
}
