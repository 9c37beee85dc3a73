import { fiatValue, type Kit } from '@latchkey/core'
import { type ReactElement, useId } from 'react'
import { TokenIcon } from '../../parts/TokenIcon.tsx'
import { allowedImage } from '../../shared/allowed-image.ts'
import { fiatText, shortAmount } from '../../shared/amounts.ts'
import type { SwapWords } from '../../words/words.ts'
import type { TokenChoice } from './group-tokens.ts'

/**
 * A button for one token, with its name; its balance, and a warning if there is one, are beside it.
 */
export function SwapTokenRow(props: {
  readonly kit: Kit
  readonly choice: TokenChoice
  readonly words: SwapWords
  readonly locale: string
  readonly currency: string | undefined
  readonly onPress: () => void
}): ReactElement {
  const { kit, choice, words, locale, currency, onPress } = props
  const { asset, balance } = choice
  const id = useId()
  const iconUrl = allowedImage(kit, asset.iconUrl)
  const value = balance && fiatValue([balance])
  return (
    <div className="item token-item">
      <button type="button" className="row" aria-describedby={id} onClick={onPress}>
        <TokenIcon asset={{ id: asset.id, symbol: asset.symbol, ...(iconUrl && { iconUrl }) }} />
        <span className="row-text" data-sub="true">
          <span className="row-name">{asset.name || asset.symbol}</span>
        </span>
      </button>
      <span id={id} className="beside">
        <span className="row-sub token-sub">
          <span>{balance ? shortAmount(balance.amount, asset, locale) : asset.symbol}</span>
          {asset.warning ? (
            <span className="token-warned">{words.token.warned}</span>
          ) : (
            value !== undefined && <span>{fiatText(value, locale, currency)}</span>
          )}
        </span>
      </span>
    </div>
  )
}
