import type { ReactElement } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { Cards } from '../../parts/Cards.tsx'
import { BuyIcon } from '../../parts/icons.tsx'
import { CoinIcon, PercentIcon } from './icons.tsx'

export declare namespace WhatIsABuy {
  type Props = ViewProps<'WhatIsABuy'>
}

/** Explains buying to first-time buyers. */
function WhatIsABuy({ modal, route, words }: WhatIsABuy.Props): ReactElement {
  const { what } = words
  return (
    <>
      <Cards
        cards={[
          { icon: <BuyIcon />, title: what.one, text: what.oneText },
          { icon: <PercentIcon />, title: what.two, text: what.twoText },
          { icon: <CoinIcon />, title: what.three, text: what.threeText },
        ]}
      />
      <button
        type="button"
        className="primary"
        onClick={() => (route.isAside ? modal.back() : modal.replace({ view: 'OnRampProviders' }))}
      >
        {what.buy}
      </button>
    </>
  )
}

export const whatIsABuyView: View<'WhatIsABuy'> = {
  heading: (words) => words.buy.what,
  component: WhatIsABuy,
}
