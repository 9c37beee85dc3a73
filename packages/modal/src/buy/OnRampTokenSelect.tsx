import { useAccount } from '@latchkey/react'
import type { ReactElement } from 'react'
import { useLent } from '../account/lent.ts'
import type { ViewProps } from '../view.ts'
import type { BuyWords } from '../words/words.ts'
import { coinOf } from './coin-of.ts'
import { OptionList } from './OptionList.tsx'

export declare namespace OnRampTokenSelect {
  type Props = ViewProps<'OnRampTokenSelect'> & { readonly words: BuyWords }
}

/** Which coin is bought. */
export function OnRampTokenSelect({
  kit,
  modal,
  route,
  words,
}: OnRampTokenSelect.Props): ReactElement {
  const { TokenIcon } = useLent()
  const { chain } = useAccount()
  return (
    <OptionList
      modal={modal}
      words={words}
      provider={route.provider}
      labels={words.tokens}
      toOptions={({ purchaseCurrencies }) =>
        purchaseCurrencies.map((coin) => ({
          id: coin.symbol,
          name: coin.name,
          sub: coin.symbol,
          picture: <TokenIcon asset={coinOf(kit, chain, coin)} />,
        }))
      }
    />
  )
}
