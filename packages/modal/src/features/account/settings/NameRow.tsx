import type { Kit } from '@latchkey/core'
import type { AccountId } from '@latchkey/protocol'
import { useIdentity } from '@latchkey/react/queries'
import { type ReactElement, useEffect, useId, useState } from 'react'
import type { Route } from '../../../contract/route.ts'
import type { ViewModal } from '../../../contract/view.ts'
import { useOwnName } from '../../../shared/use-own-name.ts'

/**
 * The account's name, or a button to register one when the operator offers names; nothing when
 * there is neither.
 */
export function NameRow(props: {
  readonly kit: Kit
  readonly account: AccountId
  readonly modal: ViewModal
}): ReactElement | null {
  const { kit, account, modal } = props
  const words = modal.words.names
  const id = useId()
  const { zone, name: ownName, isFull, isReading } = useOwnName(kit)
  const { data: identity } = useIdentity({ account })
  const [isPressed, setPressed] = useState(false)
  const name = ownName ?? identity?.name
  // The name that the account is displayed with, when it differs from the name in the operator's
  // zone.
  const shownName = identity?.name !== ownName && identity?.name
  const registeredRoute: Route = {
    view: 'RegisterNameSuccess',
    name: ownName ?? '',
    isKept: true,
    ...(shownName && { shown: shownName }),
  }
  const targetRoute: Route = ownName && isFull ? registeredRoute : { view: 'ChooseName' }
  // The view that the row opens depends on the account's name, so a click waits until the name has
  // been read.
  const shouldOpenRoute = isPressed && !isReading
  useEffect(() => {
    if (!shouldOpenRoute) return
    setPressed(false)
    if (zone) modal.push(targetRoute)
  })
  if (!zone)
    return name ? (
      <dl className="box">
        <div className="kv">
          <dt>{words.row}</dt>
          <dd dir="ltr">{name}</dd>
        </div>
      </dl>
    ) : null
  return (
    <div className="item name-row">
      <button
        type="button"
        className="row"
        aria-busy={isPressed}
        aria-describedby={id}
        onClick={() => setPressed(true)}
      >
        <span className="row-text">
          <span className="row-name">{words.row}</span>
        </span>
      </button>
      <span className="beside">
        <span className="name-row-value" id={id} dir="auto">
          {name ?? (isReading ? '…' : words.choose)}
        </span>
      </span>
    </div>
  )
}
