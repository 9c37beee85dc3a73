import type { Kit } from '@latchkey/core'
import type { Exchange, OnrampProvider } from '@latchkey/protocol'
import { Tile } from '../../parts/Tile.tsx'
import { allowedImage } from '../../shared/allowed-image.ts'
import type { BuyWords } from '../../words/words.ts'
import type { ChoiceItem } from './Choice.tsx'

/** A seller as an option in a list, with its fee, or with a note that it is only a test. */
export function sellerItem(
  kit: Kit,
  seller: OnrampProvider,
  words: BuyWords,
  locale: string,
): ChoiceItem {
  const { serviceProvider, name, feePercent, isSandbox, logos } = seller
  const formatPercent = (value: number): string =>
    new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(
      value / 100,
    )
  const feeText = feePercent
    ? words.fees(formatPercent(feePercent[0]), formatPercent(feePercent[1]))
    : undefined
  const subtitle = isSandbox ? words.sandbox : feeText
  return {
    id: serviceProvider,
    label: name,
    ...(subtitle !== undefined && { sub: subtitle }),
    picture: <Tile name={name} icon={allowedImage(kit, logos?.light)} />,
  }
}

/** An exchange as an option in a list. */
export function exchangeItem(
  kit: Kit,
  { id, name, imageUrl, isSandbox }: Exchange,
  words: BuyWords,
): ChoiceItem {
  return {
    id,
    label: name,
    ...(isSandbox && { sub: words.sandbox }),
    picture: <Tile name={name} icon={allowedImage(kit, imageUrl)} />,
  }
}
