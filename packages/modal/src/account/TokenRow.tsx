import { type Balance, fiatValue } from '@latchkey/core'
import type { ReactElement } from 'react'
import { fiatText, shortAmount } from './amounts.ts'
import { TokenIcon } from './TokenIcon.tsx'

export declare namespace TokenRow {
  interface Props {
    readonly balance: Balance
    readonly locale: string
    /** Makes the row a button. */
    readonly onPress?: () => void
  }
}

/** One token: what it is, how much there is, what that is worth where a price is known. */
export function TokenRow({ balance, locale, onPress }: TokenRow.Props): ReactElement {
  const { asset, amount } = balance
  const value = fiatValue([balance])
  const content = (
    <>
      <TokenIcon asset={asset} />
      <span className="row-text">
        <span className="row-name">{asset.name}</span>
        <span className="row-sub">{value === undefined ? asset.symbol : shortAmount(amount, asset, locale)}</span>
      </span>
      <span className="row-end">
        {value === undefined ? shortAmount(amount, asset, locale) : fiatText(value, locale)}
      </span>
    </>
  )
  return onPress ? (
    <button type="button" className="row" onClick={onPress}>
      {content}
    </button>
  ) : (
    <div className="row">{content}</div>
  )
}
