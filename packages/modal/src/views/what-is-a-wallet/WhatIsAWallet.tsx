import type { ReactElement } from 'react'
import { Cards } from '../../parts/Cards.tsx'
import { Icon } from '../../parts/Icon.tsx'
import type { View, ViewProps } from '../../view.ts'

function WhatIsAWallet({ modal }: ViewProps<'WhatIsAWallet'>): ReactElement {
  const words = modal.words.whatIsAWallet
  return (
    <>
      <Cards
        cards={[
          { icon: <Icon name="key" />, title: words.one, text: words.oneText },
          { icon: <Icon name="door" />, title: words.two, text: words.twoText },
          { icon: <Icon name="check" />, title: words.three, text: words.threeText },
        ]}
      />
      <button type="button" className="primary" onClick={() => modal.push({ view: 'GetWallet' })}>
        <Icon name="wallet" />
        {words.get}
      </button>
    </>
  )
}

export const whatIsAWalletView: View<'WhatIsAWallet'> = {
  heading: (words) => words.whatIsAWallet.heading,
  component: WhatIsAWallet,
}
