import { formatAmount, type Kit, type SwapAsset } from '@latchkey/core'
import type { ReactElement } from 'react'
import { TokenIcon } from '../../parts/TokenIcon.tsx'
import { allowedImage } from '../../shared/allowed-image.ts'
import { exactAmount } from '../../shared/amounts.ts'
import type { SwapWords } from '../../words/words.ts'

interface Side {
  readonly asset: SwapAsset
  /** Amount of the asset in base units. */
  readonly amount: bigint
}

/** The asset that is paid and the one that is received, one below the other. */
export function SwapSides(props: {
  readonly kit: Kit
  readonly words: Pick<SwapWords['review'], 'pay' | 'receive'>
  readonly locale: string
  readonly pay: Side
  readonly receive: Side
  readonly worth: (asset: SwapAsset, amount: bigint) => string | undefined
}): ReactElement {
  const { kit, words, locale, pay, receive, worth } = props
  const renderRow = (name: string, { asset, amount }: Side, text: string): ReactElement => {
    const iconUrl = allowedImage(kit, asset.iconUrl)
    return (
      <div className="side">
        <dt>
          <TokenIcon asset={{ id: asset.id, symbol: asset.symbol, ...(iconUrl && { iconUrl }) }} />
          {name}
        </dt>
        <dd className="side-worth">{worth(asset, amount)}</dd>
        <dd>{text}</dd>
      </div>
    )
  }
  return (
    <dl className="sides">
      {renderRow(words.pay, pay, exactAmount(pay.amount, pay.asset, locale))}
      {renderRow(words.receive, receive, receiveText(receive, locale))}
    </dl>
  )
}

/** Cut to six decimal places; more digits are not needed to confirm. */
function receiveText({ asset, amount }: Side, locale: string): string {
  return `${formatAmount(amount, asset.decimals, { locale, maximumFractionDigits: 6 })} ${asset.symbol}`
}
