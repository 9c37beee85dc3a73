import type { ReactElement } from 'react'
import { useLent } from '../account/lent.ts'
import type { ViewProps } from '../view.ts'
import type { BuyWords } from '../words/words.ts'
import { OptionList } from './OptionList.tsx'

export declare namespace OnRampTokenSelect {
  type Props = ViewProps<'OnRampTokenSelect'> & { readonly words: BuyWords }
}

/** Which coin is bought. */
export function OnRampTokenSelect({ modal, route, words }: OnRampTokenSelect.Props): ReactElement {
  const { TokenIcon } = useLent()
  return (
    <OptionList
      {...{ modal, words }}
      provider={route.provider}
      labels={words.tokens}
      toOptions={({ purchaseCurrencies }) =>
        purchaseCurrencies.map(({ name, symbol, networks }) => ({
          id: symbol,
          name,
          sub: symbol,
          picture: <TokenIcon asset={{ id: `${networks[0]?.chain_id ?? ''}:${symbol}/token:0` as never, symbol }} />,
        }))
      }
    />
  )
}
