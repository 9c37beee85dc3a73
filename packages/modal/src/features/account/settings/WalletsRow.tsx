import { type ReactElement, useId } from 'react'
import type { ViewModal } from '../../../contract/view.ts'
import { useWalletCount } from '../../../shared/use-wallet-count.ts'

/**
 * The row of the account's settings that leads to the list of the visitor's wallets. It is absent
 * when that list is not offered.
 */
export function WalletsRow({ modal }: { readonly modal: ViewModal }): ReactElement | null {
  const words = modal.words.profile
  const id = useId()
  const { count, isOffered } = useWalletCount()
  if (!isOffered) return null
  return (
    <div className="item name-row">
      <button
        type="button"
        className="row"
        aria-describedby={id}
        onClick={() => modal.push({ view: 'ProfileWallets' })}
      >
        <span className="row-text">
          <span className="row-name">{words.heading}</span>
        </span>
      </button>
      <span className="beside">
        <span className="name-row-value" id={id}>
          {words.count(count)}
        </span>
      </span>
    </div>
  )
}
