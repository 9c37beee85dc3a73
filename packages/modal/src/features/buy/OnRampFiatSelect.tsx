import type { ReactElement } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { Tile } from '../../parts/Tile.tsx'
import { useLocale } from '../../shared/use-locale.ts'
import { currencyPlaces } from './money-text.ts'
import { OptionList } from './OptionList.tsx'

export declare namespace OnRampFiatSelect {
  type Props = ViewProps<'OnRampFiatSelect'>
}

/** The view in which the visitor chooses the currency to pay with. */
function OnRampFiatSelect({ modal, route, words }: OnRampFiatSelect.Props): ReactElement {
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
          sub: currencyNameOf(id, locale),
          picture: <Tile name={currencySignOf(id, locale)} color="#4b5563" />,
        }))
      }
    />
  )
}

function currencyNameOf(code: string, locale: string): string {
  if (currencyPlaces(code) === undefined) return code
  return new Intl.DisplayNames(locale, { type: 'currency' }).of(code) ?? code
}

/** Currency symbol that is shown as a currency's icon, such as `$`. */
function currencySignOf(code: string, locale: string): string {
  if (currencyPlaces(code) === undefined) return code
  const currencyFormat = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  })
  return currencyFormat.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code
}

export const onRampFiatSelectView: View<'OnRampFiatSelect'> = {
  heading: (words) => words.buy.currency,
  component: OnRampFiatSelect,
}
