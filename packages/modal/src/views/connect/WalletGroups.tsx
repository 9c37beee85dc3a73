import { wallets } from '@latchkey/catalog/wallets'
import { type ReactElement, useId } from 'react'
import { WalletRow } from '../../parts/WalletRow.tsx'
import type { ViewProps } from '../../view.ts'
import { choose } from '../../wallet/choose.ts'
import { connectGroups } from '../../wallet/connect-groups.ts'

/** The wallets of Connect, in groups; a button to the whole list. `isBlocked` answers whether the press may count. */
export function WalletGroups({
  kit,
  modal,
  onPress,
}: Pick<ViewProps<'Connect'>, 'kit' | 'modal'> & {
  /** Runs the deed unless something must be done first. */
  readonly onPress: (deed: () => void) => void
}): ReactElement {
  const words = modal.words.connect
  const id = useId()
  const groups = connectGroups(kit, kit.getState(), wallets())
  return (
    <>
      {groups.map(({ kind, choices }) => (
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
                onPress={() => onPress(() => choose(modal, choice))}
              />
            ))}
          </ul>
        </section>
      ))}
      {groups.length === 0 && <p className="hint">{words.none}</p>}
    </>
  )
}
