import { wallets } from '@latchkey/catalog/wallets'
import { isPhone, note } from '@latchkey/core'
import { type ReactElement, useEffect, useId, useState } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Tile } from '../../parts/Tile.tsx'
import { type Choice, installedChoices, isChoiceOfId, listedChoice } from '../connect/choice.ts'
import { transportOf } from '../connect/transport-of.ts'
import { WalletRow } from '../connect/WalletRow.tsx'
import { listDownloads } from './list-downloads.ts'

const maxKnownWallets = 6

/** Wallets of one chain family: the installed ones, and download links for others. */
function ConnectFamily({ kit, modal, route }: ViewProps<'ConnectFamily'>): ReactElement {
  const words = modal.words.connectFamily
  const id = useId()
  const { namespace } = route
  const state = kit.getState()
  const { custom = [], include, exclude = [] } = kit.options.wallets ?? {}
  // The wallets of the family that the owner lists; else the best known ones.
  const [known, setKnown] = useState(wallets)
  const hasCustomListings = custom.length > 0
  useEffect(() => {
    if (hasCustomListings) return
    import('@latchkey/catalog/all-wallets').then(
      ({ allWallets }) => setKnown(allWallets()),
      () => {},
    )
  }, [hasCustomListings])
  const listings = hasCustomListings ? custom : known
  const isListed = (choice: Choice): boolean =>
    (!include || include.some((one) => isChoiceOfId(choice, one, state))) &&
    !exclude.some((one) => isChoiceOfId(choice, one, state))
  const installedRows = installedChoices(kit, state, listings).flatMap((choice) => {
    if (!isListed(choice)) return []
    const connector = choice.connectors.find((one) =>
      state.connectors[one]?.namespaces.includes(namespace),
    )
    return connector === undefined ? [] : [{ choice, connector }]
  })
  const otherChoices = listings
    .filter(
      (listing) =>
        !installedRows.some(({ choice }) => choice.listing?.id === listing.id) &&
        (custom.includes(listing) ||
          listing.chains?.some((one) => one.split(':')[0] === namespace)) &&
        isListed(listedChoice(kit, listing)),
    )
    .slice(0, custom.length || maxKnownWallets)
  const transport = transportOf(state)
  return (
    <>
      {installedRows.length > 0 ? (
        <section className="group">
          <h3 id={`${id}-here`}>{words.available}</h3>
          <ul className="list" aria-labelledby={`${id}-here`}>
            {installedRows.map(({ choice, connector }) => (
              <WalletRow key={connector} choice={choice} onPress={() => modal.connect(connector)} />
            ))}
          </ul>
        </section>
      ) : (
        <p className="hint">{modal.words.connect.none}</p>
      )}
      {transport && (
        <button type="button" className="secondary" onClick={() => modal.connect(transport.id)}>
          <Icon name="code" />
          {modal.words.connect.code}
        </button>
      )}
      {otherChoices.length > 0 && (
        <section className="group">
          <h3 id={`${id}-others`}>{words.others}</h3>
          <ul className="list" aria-labelledby={`${id}-others`}>
            {otherChoices.map((listing) => {
              const { name, icon, color } = listedChoice(kit, listing)
              const [first] = listDownloads(listing, navigator.userAgent, isPhone())
              const rowContent = (
                <>
                  <Tile name={name} icon={icon} color={color} />
                  <span className="row-text">
                    <span className="row-name">{first ? words.install(name) : name}</span>
                  </span>
                </>
              )
              return (
                <li key={listing.id} className="item">
                  {first ? (
                    <a
                      className="row"
                      href={first.href}
                      target="_blank"
                      rel="noopener noreferrer"
                      onClick={() =>
                        note(kit, { type: 'wallet-sought', listing, kind: first.kind })
                      }
                    >
                      {rowContent}
                      <Icon name="out" />
                    </a>
                  ) : (
                    <div className="row">{rowContent}</div>
                  )}
                </li>
              )
            })}
          </ul>
        </section>
      )}
      <div className="ways">
        <button type="button" className="secondary" onClick={() => modal.close()}>
          {words.cancel}
        </button>
      </div>
    </>
  )
}

export const connectFamilyView: View<'ConnectFamily'> = {
  heading: ({ connectFamily: { families, heading } }, { namespace }, kit) =>
    heading(kit.adapters[namespace]?.name ?? families[namespace] ?? namespace),
  component: ConnectFamily,
  isWayIn: true,
}
