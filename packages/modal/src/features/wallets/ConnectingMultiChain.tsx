import type { ReactElement } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { Tile } from '../../parts/Tile.tsx'

function ConnectingMultiChain({
  kit,
  modal,
  route,
}: ViewProps<'ConnectingMultiChain'>): ReactElement {
  const { connectors } = kit.getState()
  const familyConnectors = route.connectors.flatMap((id) => connectors[id] ?? [])
  // Chain families that the wallet connects with a single prompt are shown as one choice.
  const prompts = familyConnectors
    .filter(
      ({ together }, at) =>
        !together || familyConnectors.findIndex((one) => one.together === together) === at,
    )
    .map((first) =>
      familyConnectors.filter(
        (one) => one === first || (first.together && one.together === first.together),
      ),
    )
  return (
    <>
      <p className="hint lead">
        {modal.words.family.hint(
          familyConnectors[0]?.wallet.name ?? modal.words.connecting.unknownWallet,
        )}
      </p>
      <ul className="list">
        {prompts.map((members) => {
          const name = members
            .flatMap(({ namespaces }) => namespaces.map((one) => kit.adapters[one]?.name ?? one))
            .join(' · ')
          return (
            <li key={name} className="item">
              <button
                type="button"
                className="row"
                onClick={() => members[0] && modal.connect(members[0].id)}
              >
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
  isWayIn: true,
}
