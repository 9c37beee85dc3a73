import type { ReactElement } from 'react'
import { Cards } from '../../parts/Cards.tsx'
import { Icon } from '../../parts/Icon.tsx'
import type { View, ViewProps } from '../../view.ts'

function WhatIsANetwork({ modal }: ViewProps<'WhatIsANetwork'>): ReactElement {
  const words = modal.words.whatIsANetwork
  return (
    <Cards
      cards={[
        { icon: <Icon name="network" />, title: words.one, text: words.oneText },
        { icon: <Icon name="grid" />, title: words.two, text: words.twoText },
        { icon: <Icon name="switch" />, title: words.three, text: words.threeText },
      ]}
    />
  )
}

export const whatIsANetworkView: View<'WhatIsANetwork'> = {
  heading: (words) => words.whatIsANetwork.heading,
  component: WhatIsANetwork,
}
