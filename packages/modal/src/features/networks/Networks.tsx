import { getAccount } from '@latchkey/core'
import type { Chain } from '@latchkey/protocol'
import { hasCode, namespaceOf } from '@latchkey/protocol'
import { useAccount, useChains, useRead, useSelectNamespace, useSwitchChain } from '@latchkey/react'
import { type ReactElement, useId } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { SearchField } from '../../parts/SearchField.tsx'
import { chainName } from '../../shared/chain-name.ts'
import { shortAddress } from '../../shared/short-address.ts'
import { useWalletName } from '../../shared/use-wallet.ts'
import { isChainMissing } from './missing-chains.ts'
import { NetworkRow } from './NetworkRow.tsx'
import { switchRoute } from './switch-route.ts'

function Networks({ kit, modal, route }: ViewProps<'Networks'>): ReactElement {
  const words = modal.words.networks
  const id = useId()
  const wallet = useWalletName() ?? modal.words.connecting.unknownWallet
  const { namespace: shownNamespace, account, chain: currentChain, isChainSupported } = useAccount()
  const chains = useChains()
  const isConnected = useRead(({ getState }) => Object.keys(getState().active).length > 0)
  const switchChain = useSwitchChain()
  const selectNamespace = useSelectNamespace()
  const search = route.search ?? ''
  const searchText = search.trim().toLowerCase()
  const matchingChains = chains.filter(
    ({ name, id }) => name.toLowerCase().includes(searchText) || id.includes(searchText),
  )
  const families = [...new Set(matchingChains.map((chain) => namespaceOf(chain.id)))]
  const hasFamilies = new Set(chains.map((chain) => namespaceOf(chain.id))).size > 1

  function chooseNetwork(chain: Chain): void {
    const namespace = namespaceOf(chain.id)
    const familyAccount = getAccount(kit, { namespace })
    if (familyAccount.account === undefined && isConnected) {
      modal.push({ view: 'SwitchActiveChain', chain: chain.id })
      return
    }
    if (namespace !== shownNamespace) void selectNamespace.run({ namespace })
    if (familyAccount.account && chain.id === familyAccount.chain) modal.back()
    else if (familyAccount.account) modal.push(switchRoute(kit, chain.id))
    else requestNetwork(chain)
  }
  function requestNetwork(chain: Chain): void {
    // Without a connected wallet there is no request to send: only the page's preferred chain
    // changes.
    void switchChain.run({ chain: chain.id }).then((outcome) => {
      if (outcome.status === 'done') modal.back()
      else if (outcome.status === 'failed') {
        const { error } = outcome
        modal.toast({
          variant: 'error',
          text: modal.words.errors[hasCode(error) ? error.code : 'unknown'],
        })
      }
    })
  }
  function isNetworkUnavailable(chain: Chain): boolean {
    return isChainMissing(kit, getAccount(kit, { namespace: namespaceOf(chain.id) }), chain.id)
  }
  /**
   * The small text of a network's row: the address of a connected account, if its chain family is
   * not shown, or a note.
   */
  function subtitleOf(chain: Chain): string | undefined {
    const {
      namespace,
      address,
      chain: familyChain,
    } = getAccount(kit, { namespace: namespaceOf(chain.id) })
    if (namespace !== shownNamespace && address && familyChain === chain.id)
      return shortAddress(address)
    if (isNetworkUnavailable(chain)) return words.lacking(wallet)
    return chain.testnet ? words.testnet : undefined
  }
  return (
    <>
      <SearchField
        label={words.search}
        value={search}
        onValue={(text) => modal.update({ ...route, search: text })}
      />
      {account && !isChainSupported && (
        <p className="note">{words.unsupported(chainName(kit, currentChain))}</p>
      )}
      {families.map((family) => (
        <section key={family} className={hasFamilies ? 'group' : undefined}>
          {hasFamilies && <h3 id={`${id}-${family}`}>{kit.adapters[family]?.name ?? family}</h3>}
          <ul
            className="list"
            {...(hasFamilies
              ? { 'aria-labelledby': `${id}-${family}` }
              : { 'aria-label': words.list })}
          >
            {matchingChains
              .filter((chain) => namespaceOf(chain.id) === family)
              .map((chain) => (
                <li key={chain.id}>
                  <NetworkRow
                    chain={chain}
                    isCurrent={chain.id === currentChain}
                    tag={chain.id === currentChain ? words.current : undefined}
                    sub={subtitleOf(chain)}
                    isLacking={isNetworkUnavailable(chain)}
                    onPress={() => chooseNetwork(chain)}
                  />
                </li>
              ))}
          </ul>
        </section>
      ))}
      <div role="status" className="hint">
        {matchingChains.length === 0 && words.none}
      </div>
      <button type="button" className="link" onClick={() => modal.push({ view: 'WhatIsANetwork' })}>
        {words.whatIsANetwork}
      </button>
    </>
  )
}

export const networksView: View<'Networks'> = {
  heading: (words) => words.networks.heading,
  component: Networks,
}
