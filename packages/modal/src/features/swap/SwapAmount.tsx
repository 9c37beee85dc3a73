import type { Balance, Kit, SwapAsset, SwapSide } from '@latchkey/core'
import { chainOf } from '@latchkey/protocol'
import type { ReactElement } from 'react'
import type { ViewModal } from '../../contract/view.ts'
import { AmountField } from '../../parts/AmountField.tsx'
import { TokenIcon } from '../../parts/TokenIcon.tsx'
import { allowedImage } from '../../shared/allowed-image.ts'
import { amountFaultText } from '../../shared/amount-fault.ts'
import { shortAmount } from '../../shared/amounts.ts'
import { findChain } from '../../shared/chain-name.ts'
import type { SwapWords } from '../../words/words.ts'
import type { Offer } from './use-offer.ts'
import type { SwapForm } from './use-swap-form.ts'
import type { Worth } from './use-worth.ts'

/** One side of the swap form: amount, token, and balance. */
export function SwapAmount(props: {
  readonly kit: Kit
  readonly modal: ViewModal
  readonly words: SwapWords
  readonly side: SwapSide
  readonly asset: SwapAsset | undefined
  readonly balance: Balance | undefined
  readonly follows: Offer['follows']
  readonly form: SwapForm
  readonly locale: string
  readonly worth: Worth
  readonly onChoose: () => void
}): ReactElement {
  const { kit, words, side, asset, balance, follows, form, locale, worth, onChoose } = props
  const formWords = words.form
  const iconUrl = allowedImage(kit, asset?.iconUrl)
  const amount = form.amountOf(side)
  const feeReserve = side === 'pay' ? form.kept : undefined
  const hintParts = [
    asset && amount !== undefined && worth(asset, amount),
    feeReserve
      ? asset && formWords.kept(shortAmount(feeReserve.amount, asset, locale))
      : balance && formWords.available(shortAmount(balance.amount, balance.asset, locale)),
  ]
  const name = asset && (side === 'pay' ? formWords.payToken : formWords.receiveToken)(asset.symbol)
  return (
    <AmountField
      label={side === 'pay' ? formWords.pay : formWords.receive}
      isLabelShown
      field={form.fields[side]}
      text={form.fieldTextOf(side)}
      grouped={form.groupedTextOf(side)}
      onText={(text) => form.changeAmount(side, text)}
      placeholder="0"
      fault={swapFaultText(props)}
      follows={follows}
      hint={<span className="available">{hintParts.filter(Boolean).join(' · ')}</span>}
      action={
        side === 'pay' && (
          <button type="button" className="pill small" onClick={() => void form.fillMaxAmount()}>
            {formWords.max}
          </button>
        )
      }
    >
      <button
        type="button"
        className="pill token"
        data-empty={asset === undefined}
        ref={side === 'receive' ? form.token : undefined}
        onClick={onChoose}
        aria-label={name ?? formWords.chooseReceive}
      >
        {asset && (
          <TokenIcon
            asset={{ id: asset.id, symbol: asset.symbol, ...(iconUrl && { iconUrl }) }}
            size={24}
          />
        )}
        <span className="pill-text">{asset?.symbol ?? formWords.choose}</span>
      </button>
    </AmountField>
  )
}

function swapFaultText({
  kit,
  modal,
  words,
  side,
  asset,
  form,
}: Parameters<typeof SwapAmount>[0]): string | undefined {
  const { fault } = form
  const faultTexts = modal.words.send.fault
  if (fault === null) return undefined
  if (fault.field === 'token') return side === 'receive' ? words.form.fault.tokenMissing : undefined
  if (fault.field !== side) return undefined
  switch (fault.is) {
    case 'missing':
      return faultTexts.amountMissing
    case 'not-enough':
      return words.form.fault.notEnough(asset?.symbol ?? '')
    case 'not-enough-for-fee':
      return faultTexts.notEnoughForFee(
        (asset && findChain(kit, chainOf(asset.id))?.nativeCurrency.symbol) ?? '',
      )
    default:
      return amountFaultText(faultTexts, fault.is, asset?.decimals ?? 18)
  }
}
