import type { Kit } from '@latchkey/core'
import { defaultWalletFeatureOrder, type WalletFeature } from '@latchkey/protocol'
import type { ReactElement } from 'react'
import type { Route } from '../../contract/route.ts'
import type { ViewModal } from '../../contract/view.ts'
import { BuyIcon, ReceiveIcon, SendIcon, SwapIcon } from '../../parts/icons.tsx'
import { useFundRoute } from './use-fund-route.ts'

interface ActionItem {
  readonly name: string
  readonly icon: ReactElement
  readonly route: Route
}

/**
 * The buttons for buying, sending, swapping and receiving, in the owner's order; features that are
 * off have none.
 */
export function AccountActions(props: {
  readonly kit: Kit
  readonly modal: ViewModal
  readonly canSend: boolean
  readonly canSwap: boolean
}): ReactElement | null {
  const { kit, modal, canSend, canSwap } = props
  const words = modal.words.account
  const { features } = kit.getState()
  const fundRoute = useFundRoute(kit)
  const actionItems: Readonly<Partial<Record<WalletFeature, ActionItem | false | undefined>>> = {
    onramp: fundRoute && {
      name: fundRoute.view === 'FundWallet' ? modal.words.buy.fund : words.buy,
      icon: <BuyIcon />,
      route: fundRoute,
    },
    swaps: canSwap && {
      name: words.swap,
      icon: <SwapIcon />,
      route: { view: 'Swap' },
    },
    receive: { name: words.receive, icon: <ReceiveIcon />, route: { view: 'Receive' } },
    send: canSend && { name: words.send, icon: <SendIcon />, route: { view: 'Send' } },
  }
  const shownActions = (features.walletFeaturesOrder ?? defaultWalletFeatureOrder).flatMap(
    (feature) => {
      // Funding is offered even when buying is off, because an exchange may pay out coins.
      const actionItem =
        (feature === 'onramp' || features[feature] !== false) && actionItems[feature]
      return actionItem ? [actionItem] : []
    },
  )
  if (shownActions.length === 0) return null
  return (
    <div className="actions">
      {shownActions.map(({ name, icon, route }) => {
        const preloadView = (): void => {
          modal.features.loadView(route.view).catch(() => {})
        }
        return (
          <button
            key={name}
            type="button"
            className="action"
            onPointerEnter={preloadView}
            onFocus={preloadView}
            onClick={() => modal.push(route)}
          >
            {icon}
            <span>{name}</span>
          </button>
        )
      })}
    </div>
  )
}
