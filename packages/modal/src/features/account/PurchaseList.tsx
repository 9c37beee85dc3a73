import type { Kit } from '@latchkey/core'
import type { AccountId } from '@latchkey/protocol'
import { type ReactElement, useState } from 'react'
import type { ViewModal } from '../../contract/view.ts'
import { Tile } from '../../parts/Tile.tsx'
import { readPurchases } from '../../shared/purchases.ts'

/**
 * Purchases and deposits in progress as a list of buttons that lead to their status; nothing when
 * there are none.
 */
export function PurchaseList(props: {
  readonly kit: Kit
  readonly account: AccountId
  readonly modal: ViewModal
}): ReactElement | null {
  const { kit, account, modal } = props
  const words = modal.words.buy
  const [purchases] = useState(() => readPurchases(kit))
  const accountPurchases = purchases.filter((purchase) => purchase.account === account)
  if (accountPurchases.length === 0) return null
  return (
    <ul className="list" aria-label={words.underWayList}>
      {accountPurchases.map((purchase) => {
        const { id, kind, name, symbol, isSandbox } = purchase
        return (
          <li key={id}>
            <button
              type="button"
              className="row"
              onClick={() => modal.push({ view: 'BuyInProgress', purchase })}
            >
              <Tile name={name} />
              <span className="row-text">
                <span className="row-name">
                  {kind === 'deposit' ? words.depositing(symbol, name) : words.buying(symbol, name)}
                </span>
                <span className="row-sub">{isSandbox ? words.sandbox : words.underWay}</span>
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
