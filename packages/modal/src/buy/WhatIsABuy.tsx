import type { ReactElement } from 'react'
import { BuyIcon } from '../account/icons.tsx'
import { useLent } from '../account/lent.ts'
import type { ViewProps } from '../view.ts'
import type { BuyWords } from '../words/words.ts'
import { CoinIcon, PercentIcon } from './icons.tsx'

export declare namespace WhatIsABuy {
  type Props = ViewProps<'WhatIsABuy'> & { readonly words: BuyWords }
}

/** Buying explained, to whoever has never done it. */
export function WhatIsABuy({ modal, route, words }: WhatIsABuy.Props): ReactElement {
  const { Cards } = useLent()
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
