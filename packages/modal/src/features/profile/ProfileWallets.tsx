import type { Kit } from '@latchkey/core'
import { inside } from '@latchkey/core/inside'
import { hasCode, namespaceOf } from '@latchkey/protocol'
import {
  useConnections,
  useDisconnect,
  useRead,
  useSelectNamespace,
  useSwitchAccount,
} from '@latchkey/react'
import { type ReactElement, useId, useRef } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { chooseWallet } from '../connect/choose-wallet.ts'
import { type ConnectedWallet, listConnected } from './list-connected.ts'
import { listRecent } from './list-recent.ts'
import { WalletLine } from './WalletLine.tsx'

function ProfileWallets({ kit, modal, words }: ViewProps<'ProfileWallets'>): ReactElement {
  const id = useId()
  const addButton = useRef<HTMLButtonElement>(null)
  // The list of wallets depends only on the connections and on the chain family that the page
  // shows, so this view is drawn again when one of them changes.
  useConnections()
  useRead(({ getState }) => getState().namespace)
  const disconnect = useDisconnect()
  const switchWallet = useSwitchWallet(kit)
  const connectedWallets = listConnected(kit)
  const recentWallets = listRecent(kit)
  const showOutcome = (error: unknown, text: string): void =>
    error === undefined
      ? void modal.toast({ variant: 'success', text })
      : void modal.toast({
          variant: 'error',
          text: modal.words.errors[hasCode(error) ? error.code : 'unknown'],
        })
  const remove = (connector: string): void => {
    // The button that was pressed disappears with its row, so the focus moves to another button.
    addButton.current?.focus()
    void disconnect.run({ connector }).then((outcome) => {
      // The connection has ended on this page even if the wallet did not answer.
      if (outcome.status !== 'superseded') showOutcome(undefined, words.removed)
    })
  }
  const forget = (recentId: string): void => {
    addButton.current?.focus()
    const recent = kit.getState().recent.filter((one) => one.id !== recentId)
    kit[inside].dispatch({ type: 'recent-changed', recent })
  }
  return (
    <div className="settings">
      {connectedWallets.length === 0 && <p className="hint">{words.none}</p>}
      {connectedWallets.length > 0 && (
        <section className="profile-list">
          <h3 id={`${id}-connected`}>{words.connected}</h3>
          <ul className="list" aria-labelledby={`${id}-connected`}>
            {connectedWallets.map((wallet) => (
              <WalletLine
                key={wallet.id}
                name={wallet.name}
                icon={wallet.icon}
                sub={wallet.isReconnecting ? words.reconnecting : wallet.text}
                tag={wallet.isShown ? words.current : undefined}
                remove={{ label: words.remove(wallet.name), onPress: () => remove(wallet.id) }}
                {...(!wallet.isShown &&
                  !wallet.isReconnecting && {
                    press: {
                      label: words.switchTo(wallet.name),
                      onPress: () =>
                        void switchWallet(wallet).then((error) =>
                          showOutcome(error, words.switched),
                        ),
                    },
                  })}
              />
            ))}
          </ul>
        </section>
      )}
      {recentWallets.length > 0 && (
        <section className="profile-list">
          <h3 id={`${id}-recent`}>{words.recent}</h3>
          <ul className="list" aria-labelledby={`${id}-recent`}>
            {recentWallets.map(({ id: recentId, choice }) => (
              <WalletLine
                key={recentId}
                name={choice.name}
                icon={choice.icon}
                color={choice.color}
                press={{
                  label: words.connect(choice.name),
                  onPress: () => chooseWallet(kit, modal, choice),
                }}
                remove={{ label: words.remove(choice.name), onPress: () => forget(recentId) }}
              />
            ))}
          </ul>
        </section>
      )}
      <button
        type="button"
        ref={addButton}
        className="primary"
        onClick={() => modal.push({ view: 'Connect' })}
      >
        {words.add}
      </button>
      {connectedWallets.length > 0 && (
        <button type="button" className="secondary" onClick={() => void disconnect.run({})}>
          {words.endAll}
        </button>
      )}
    </div>
  )
}

/**
 * Switches to a wallet in each of the wallet's chain families, and shows one of these families.
 * Resolves to the error, or to undefined when there was none.
 */
function useSwitchWallet(kit: Kit): (wallet: ConnectedWallet) => Promise<unknown> {
  const switchAccount = useSwitchAccount()
  const selectNamespace = useSelectNamespace()
  return async ({ accounts }) => {
    for (const { connector, account } of accounts) {
      const outcome = await switchAccount.run({ connector, account })
      if (outcome.status === 'failed') return outcome.error
    }
    const namespaces = accounts.map(({ account }) => namespaceOf(account))
    const [first] = namespaces
    if (first !== undefined && !namespaces.includes(kit.getState().namespace))
      await selectNamespace.run({ namespace: first })
    return undefined
  }
}

export const profileWalletsView: View<'ProfileWallets'> = {
  heading: (words) => words.profile.heading,
  component: ProfileWallets,
}
