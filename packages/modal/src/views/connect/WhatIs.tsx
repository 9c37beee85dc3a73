import type { ReactElement } from 'react'
import { Icon } from '../../parts/Icon.tsx'
import type { View, ViewProps } from '../../view.ts'

interface Card {
  readonly icon: ReactElement
  readonly title: string
  readonly text: string
}

function Cards({ cards }: { readonly cards: readonly Card[] }): ReactElement {
  return (
    <div className="cards">
      {cards.map(({ icon, title, text }) => (
        <section key={title} className="card">
          <span className="card-icon">{icon}</span>
          <div>
            <h3 className="card-title">{title}</h3>
            <p className="card-text">{text}</p>
          </div>
        </section>
      ))}
    </div>
  )
}

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

export const whatIsAWalletView: View<'WhatIsAWallet'> = {
  heading: (words) => words.whatIsAWallet.heading,
  component: WhatIsAWallet,
}
export const whatIsANetworkView: View<'WhatIsANetwork'> = {
  heading: (words) => words.whatIsANetwork.heading,
  component: WhatIsANetwork,
}
