import { isPhone } from '@latchkey/core'
import { type ReactElement, useId } from 'react'
import type { ViewProps } from '../../contract/view.ts'
import { useListings } from '../wallets/use-listings.ts'
import { chooseWallet, walletLinkOf } from './choose-wallet.ts'
import { connectGroups } from './connect-groups.ts'
import { CodeButton } from './FurtherConnectButtons.tsx'
import type { Consent } from './Legal.tsx'
import { WalletRow } from './WalletRow.tsx'

/** The wallets of the view Connect, in groups. */
export function WalletGroups({
  kit,
  modal,
  consent,
}: Pick<ViewProps<'Connect'>, 'kit' | 'modal'> & { readonly consent: Consent }): ReactElement {
  const words = modal.words.connect
  const id = useId()
  const groups = connectGroups(kit, kit.getState(), useListings(kit), isPhone())
  return (
    <>
      {groups.map(({ kind, choices }) =>
        kind === 'code' ? (
          <CodeButton key={kind} kit={kit} modal={modal} consent={consent} />
        ) : (
          <section key={kind} className="group">
            <h3 id={`${id}-${kind}`}>{words[kind]}</h3>
            <ul className="list" aria-labelledby={`${id}-${kind}`}>
              {choices.map((choice, i) => (
                <WalletRow
                  key={`${choice.id} ${choice.connectors.join(' ')}`}
                  choice={choice}
                  isStrong={kind === 'recent' && i === 0}
                  tag={kind === 'recent' && i === 0 ? words.lastUsed : undefined}
                  sub={choice.families.join(' · ') || undefined}
                  link={consent.isGiven ? walletLinkOf(kit, modal, choice) : undefined}
                  onPress={() => consent.ask(() => chooseWallet(kit, modal, choice))}
                />
              ))}
            </ul>
          </section>
        ),
      )}
      {groups.length === 0 && <p className="hint">{words.none}</p>}
    </>
  )
}
