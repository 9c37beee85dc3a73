import type { Kit } from '@latchkey/core'
import type { WalletFeature } from '@latchkey/protocol'
import type { ReactElement } from 'react'
import { ReceiveIcon, SendIcon } from '../../account/icons.tsx'
import type { ViewModal } from '../../view.ts'

// Specification, section 9. What no view exists for is not drawn.
const defaultOrder: readonly WalletFeature[] = ['onramp', 'swaps', 'receive', 'send']

/** The buttons for what can be done with money, in the owner's order; absent features are not drawn. */
export function AccountActions(props: {
  readonly kit: Kit
  readonly modal: ViewModal
  readonly canSend: boolean
}): ReactElement | null {
  const { kit, modal, canSend } = props
  const words = modal.words.account
  const { features = {} } = kit.options
  const shown = (features.walletFeaturesOrder ?? defaultOrder).filter(
    (feature) => (feature === 'send' && canSend) || feature === 'receive',
  )
  const allowed = shown.filter((feature) => features[feature] !== false)
  if (allowed.length === 0) return null
  return (
    <div className="actions">
      {allowed.map((feature) => (
        <button
          key={feature}
          type="button"
          className="action"
          onClick={() => modal.push({ view: feature === 'send' ? 'Send' : 'Receive' })}
        >
          {feature === 'send' ? <SendIcon /> : <ReceiveIcon />}
          <span>{feature === 'send' ? words.send : words.receive}</span>
        </button>
      ))}
    </div>
  )
}
