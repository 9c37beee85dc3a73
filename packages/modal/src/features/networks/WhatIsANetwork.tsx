import type { ReactElement } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { Cards } from '../../parts/Cards.tsx'
import { Icon } from '../../parts/Icon.tsx'

function WhatIsANetwork({ modal }: ViewProps<'WhatIsANetwork'>): ReactElement {
  const words = modal.words.whatIsANetwork
  return (
    <Cards
      cards={[
        {
          icon: (
            <Icon path="M12 5a2 2 0 1 1-4 0a2 2 0 0 1 4 0M6.500 15a2 2 0 1 1-4 0a2 2 0 0 1 4 0M17.500 15a2 2 0 1 1-4 0a2 2 0 0 1 4 0M9 6.800 5.500 13.200M11 6.800l3.500 6.400M6.500 15h7" />
          ),
          title: words.one,
          text: words.oneText,
        },
        { icon: <Icon name="grid" />, title: words.two, text: words.twoText },
        {
          icon: <Icon path="M4 7h11l-3-3M16 13H5l3 3" />,
          title: words.three,
          text: words.threeText,
        },
      ]}
    />
  )
}

export const whatIsANetworkView: View<'WhatIsANetwork'> = {
  heading: (words) => words.whatIsANetwork.heading,
  component: WhatIsANetwork,
}
