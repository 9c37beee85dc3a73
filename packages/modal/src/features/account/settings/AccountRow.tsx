import type { AccountView } from '@latchkey/core'
import { addressOf, chainOf } from '@latchkey/protocol'
import { useIdentity } from '@latchkey/react/queries'
import type { ReactElement } from 'react'
import type { ViewProps } from '../../../contract/view.ts'
import { Avatar } from '../../../parts/Avatar.tsx'
import { findChain } from '../../../shared/chain-name.ts'
import { shortAddress } from '../../../shared/short-address.ts'

/** One of the wallet's accounts, with its name if it has one. */
export function AccountRow({
  kit,
  modal,
  one,
  isCurrent,
  isAsked,
  onChoose,
}: Pick<ViewProps<'AccountSettings'>, 'kit' | 'modal'> & {
  readonly one: AccountView['accounts'][number]
  readonly isCurrent: boolean
  /**
   * Whether the name is looked up: a wallet may have a hundred accounts, and each name is a request
   * to a node.
   */
  readonly isAsked: boolean
  readonly onChoose: () => void
}): ReactElement {
  const words = modal.words.settings
  const address = addressOf(one.account)
  const name = useIdentity({
    account: isAsked && findChain(kit, chainOf(one.account)) ? one.account : undefined,
  }).data?.name
  // An account of the usual kind needs no label beside its address.
  const subtitle = [
    name && shortAddress(address),
    name && one.type === 'eoa' ? null : words.type[one.type],
  ]
  return (
    <li>
      <button
        type="button"
        className="row"
        aria-current={isCurrent ? 'true' : undefined}
        onClick={onChoose}
      >
        <Avatar address={address} size={40} />
        <span className="row-text">
          <span className="row-name" dir={name ? 'auto' : 'ltr'}>
            {name ?? shortAddress(address)}
          </span>
          <span className="row-sub">{subtitle.filter(Boolean).join(' · ')}</span>
        </span>
        {isCurrent && <span className="tag">{words.current}</span>}
      </button>
    </li>
  )
}
