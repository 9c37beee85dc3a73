import { useAccount } from '@latchkey/react'
import type { ReactElement } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { TokenIcon } from '../../parts/TokenIcon.tsx'
import { assetOfSoldCoin } from './asset-of-sold-coin.ts'
import { OptionList } from './OptionList.tsx'

export declare namespace OnRampTokenSelect {
  type Props = ViewProps<'OnRampTokenSelect'>
}

/** The view in which the visitor chooses the coin to buy. */
function OnRampTokenSelect({ kit, modal, route, words }: OnRampTokenSelect.Props): ReactElement {
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
          picture: <TokenIcon asset={assetOfSoldCoin(kit, chain, coin)} />,
        }))
      }
    />
  )
}

export const onRampTokenSelectView: View<'OnRampTokenSelect'> = {
  heading: (words) => words.buy.token,
  component: OnRampTokenSelect,
}
