import type { ReactElement } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { Cards } from '../../parts/Cards.tsx'
import { Icon } from '../../parts/Icon.tsx'

function WhatIsAWallet({ modal }: ViewProps<'WhatIsAWallet'>): ReactElement {
  const words = modal.words.whatIsAWallet
  return (
    <>
      <Cards
        cards={[
          {
            icon: (
              <Icon path="M9.500 12.500a3.500 3.500 0 1 1-7 0a3.500 3.500 0 0 1 7 0M8.500 10 16 2.500M13 5.500l2.500 2.500" />
            ),
            title: words.one,
            text: words.oneText,
          },
          {
            icon: (
              <Icon path="M8.500 3.500H15A1.500 1.500 0 0 1 16.500 5v10a1.500 1.500 0 0 1-1.500 1.500H8.500M3 10h9M9 7l3 3-3 3" />
            ),
            title: words.two,
            text: words.twoText,
          },
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
