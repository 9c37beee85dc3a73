import type { ReactElement } from 'react'

interface Card {
  readonly icon: ReactElement
  readonly title: string
  readonly text: string
}

/** A list of explanations, each drawn as a card with an icon. */
export function Cards({ cards }: { readonly cards: readonly Card[] }): ReactElement {
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
