import type { Kit } from '@latchkey/core'
import { type ReactElement, type RefObject, useId } from 'react'
import { TokenIcon } from '../../parts/TokenIcon.tsx'
import { allowedImage } from '../../shared/allowed-image.ts'
import { shortAmount } from '../../shared/amounts.ts'
import { chainName } from '../../shared/chain-name.ts'
import type { PayWords } from '../../words/words.ts'
import type { PayOption } from './use-pay-options.ts'

/** The assets that the visitor can pay in, as radio buttons that look like rows. */
export function PayOptions({
  kit,
  words,
  locale,
  options,
  chosen,
  isLocked,
  choice,
  onChoose,
}: {
  readonly kit: Kit
  readonly words: PayWords
  readonly locale: string
  readonly options: readonly PayOption[]
  readonly chosen: PayOption
  /** Whether the choice is locked, because the wallet is being asked to pay. */
  readonly isLocked: boolean
  /** Ref to the chosen radio button. */
  readonly choice: RefObject<HTMLInputElement | null>
  readonly onChoose: (option: PayOption) => void
}): ReactElement {
  const group = useId()
  return (
    <fieldset className="pay-options" disabled={isLocked}>
      <legend className="pay-legend">{words.with}</legend>
      {options.map((option, index) => {
        const { asset, chain, held, amount } = option
        const isChosen = asset.id === chosen.asset.id
        const iconUrl = allowedImage(kit, asset.iconUrl)
        const isShort = held !== undefined && held < amount
        return (
          <div key={asset.id} className="row pay-option" data-chosen={isChosen}>
            <input
              ref={isChosen ? choice : undefined}
              type="radio"
              name={group}
              value={asset.id}
              checked={isChosen}
              aria-labelledby={`${group}-${index}`}
              aria-describedby={`${group}-${index}-sub`}
              onChange={() => onChoose(option)}
            />
            <TokenIcon
              asset={{ id: asset.id, symbol: asset.symbol, ...(iconUrl && { iconUrl }) }}
            />
            <span className="row-text">
              <span className="row-name" id={`${group}-${index}`}>
                {words.option(asset.symbol, chainName(kit, chain))}
              </span>
              <span className="row-sub" id={`${group}-${index}-sub`} data-lacking={isShort}>
                {held === undefined
                  ? words.unread
                  : words.available(shortAmount(held, asset, locale))}
              </span>
            </span>
            <span className="row-end">{shortAmount(amount, asset, locale)}</span>
          </div>
        )
      })}
    </fieldset>
  )
}
