import type { ReactElement } from 'react'
import { useLent } from '../account/lent.ts'
import { useLocale } from '../account/use-locale.ts'
import type { ViewProps } from '../view.ts'
import type { BuyWords } from '../words/words.ts'
import { currencyPlaces } from './money-text.ts'
import { OptionList } from './OptionList.tsx'

export declare namespace OnRampFiatSelect {
  type Props = ViewProps<'OnRampFiatSelect'> & { readonly words: BuyWords }
}

/** Which money it is paid with. */
export function OnRampFiatSelect({ modal, route, words }: OnRampFiatSelect.Props): ReactElement {
  const { Tile } = useLent()
  const locale = useLocale(modal.options)
  return (
    <OptionList
      modal={modal}
      words={words}
      provider={route.provider}
      labels={words.currencies}
      toOptions={({ paymentCurrencies }) =>
        paymentCurrencies.map(({ id }) => ({
          id,
          name: id,
          sub: nameOf(id, locale),
          picture: <Tile name={signOf(id, locale)} color="#4b5563" />,
        }))
      }
    />
  )
}

function nameOf(code: string, locale: string): string {
  if (currencyPlaces(code) === undefined) return code
  return new Intl.DisplayNames(locale, { type: 'currency' }).of(code) ?? code
}

/** `$`: what the tile shows. */
function signOf(code: string, locale: string): string {
  if (currencyPlaces(code) === undefined) return code
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  })
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code
}
