import type { ReactElement } from 'react'
import { Tile } from '../../parts/Tile.tsx'
import type { View, ViewProps } from '../../view.ts'

function ConnectingMultiChain({ kit, modal, route }: ViewProps<'ConnectingMultiChain'>): ReactElement {
  const { connectors } = kit.getState()
  const found = route.connectors.flatMap((id) => connectors[id] ?? [])
  return (
    <>
      <p className="hint lead">
        {modal.words.family.hint(found[0]?.wallet.name ?? modal.words.connecting.unknownWallet)}
      </p>
      <ul className="list">
        {found.map(({ id, namespaces }) => {
          const name = namespaces.map((one) => kit.adapters[one]?.name ?? one).join(' · ')
          return (
            <li key={id} className="item">
              <button type="button" className="row" onClick={() => modal.connect(id)}>
                <Tile name={name} />
                <span className="row-text">
                  <span className="row-name">{name}</span>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}

export const connectingMultiChainView: View<'ConnectingMultiChain'> = {
  heading: (words) => words.family.heading,
  component: ConnectingMultiChain,
}
