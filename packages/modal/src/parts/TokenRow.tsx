import { type Balance, fiatValue } from '@latchkey/core'
import { useKit } from '@latchkey/react'
import type { ReactElement } from 'react'
import { allowedImage } from '../shared/allowed-image.ts'
import { exactAmount, fiatText, shortAmount } from '../shared/amounts.ts'
import { TokenIcon } from './TokenIcon.tsx'

export declare namespace TokenRow {
  interface Props {
    readonly balance: Balance
    readonly locale: string
    readonly currency?: string | undefined
    /** Network name, shown beside the amount when it is not the selected network. */
    readonly network?: string | undefined
    /** Called when the row is pressed; without it the row is no button. */
    readonly onPress?: () => void
  }
}

/** A row for one token: name, balance, and value when a price is known. */
export function TokenRow({
  balance,
  locale,
  currency,
  network,
  onPress,
}: TokenRow.Props): ReactElement {
  const { asset, amount } = balance
  const value = fiatValue([balance])
  const iconUrl = allowedImage(useKit(), asset.iconUrl)
  const rowContent = (
    <>
      <TokenIcon asset={{ id: asset.id, symbol: asset.symbol, ...(iconUrl && { iconUrl }) }} />
      <span className="row-text">
        <span className="row-name">{asset.name}</span>
        <span className="row-sub" title={exactAmount(amount, asset, locale)}>
          {value === undefined ? asset.symbol : shortAmount(amount, asset, locale)}
          {network && ` · ${network}`}
        </span>
      </span>
      <span className="row-end">
        {value === undefined
          ? shortAmount(amount, asset, locale)
          : fiatText(value, locale, currency)}
      </span>
    </>
  )
  return onPress ? (
    <button type="button" className="row" onClick={onPress}>
      {rowContent}
    </button>
  ) : (
    <div className="row">{rowContent}</div>
  )
}
