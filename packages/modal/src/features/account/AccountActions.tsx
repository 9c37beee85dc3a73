import type { Kit } from '@latchkey/core'
import { defaultWalletFeatureOrder, type WalletFeature } from '@latchkey/protocol'
import type { ReactElement } from 'react'
import type { Route } from '../../contract/route.ts'
import type { ViewModal } from '../../contract/view.ts'
import { BuyIcon, ReceiveIcon, SendIcon, SwapIcon } from '../../parts/icons.tsx'
import { useFundRoute } from './use-fund-route.ts'

interface Doing {
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
  const fund = useFundRoute(kit)
  const doings: Readonly<Partial<Record<WalletFeature, Doing | false | undefined>>> = {
    onramp: fund && {
      name: fund.view === 'FundWallet' ? modal.words.buy.fund : words.buy,
      icon: <BuyIcon />,
      route: fund,
    },
    swaps: canSwap && {
      name: words.swap,
      icon: <SwapIcon />,
      route: { view: 'Swap' },
    },
    receive: { name: words.receive, icon: <ReceiveIcon />, route: { view: 'Receive' } },
    send: canSend && { name: words.send, icon: <SendIcon />, route: { view: 'Send' } },
  }
  const shown = (features.walletFeaturesOrder ?? defaultWalletFeatureOrder).flatMap((feature) => {
    // Even when buying is off, an exchange may pay out coins.
    const doing = (feature === 'onramp' || features[feature] !== false) && doings[feature]
    return doing ? [doing] : []
  })
  if (shown.length === 0) return null
  return (
    <div className="actions">
      {shown.map(({ name, icon, route }) => {
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
