import type { Chain } from '@latchkey/protocol'
import { hasCode } from '@latchkey/protocol'
import { useAccount, useChains, useSwitchChain } from '@latchkey/react'
import type { ReactElement } from 'react'
import { NetworkRow } from '../../account/NetworkRow.tsx'
import { SearchField } from '../../account/SearchField.tsx'
import type { View, ViewProps } from '../../view.ts'

function Networks({ modal, route }: ViewProps<'Networks'>): ReactElement {
  const words = modal.words.networks
  const { account, chain: present, isChainSupported } = useAccount()
  const chains = useChains()
  const switchChain = useSwitchChain()
  const search = route.search ?? ''
  const wanted = search.trim().toLowerCase()
  const found = chains.filter(({ name, id }) => name.toLowerCase().includes(wanted) || id.includes(wanted))

  function choose(chain: Chain): void {
    if (account && chain.id === present) modal.back()
    else if (account) modal.push({ view: 'SwitchNetwork', chain: chain.id, start: true })
    else wish(chain)
  }
  function wish(chain: Chain): void {
    // Without a wallet nobody is asked: the page's own wish changes.
    void switchChain.run({ chain: chain.id }).then((outcome) => {
      if (outcome.status === 'done') modal.back()
      else if (outcome.status === 'failed') {
        const { error } = outcome
        modal.toast({ variant: 'error', text: modal.words.errors[hasCode(error) ? error.code : 'unknown'] })
      }
    })
  }
  return (
    <>
      <SearchField label={words.search} value={search} onValue={(text) => modal.update({ ...route, search: text })} />
      {account && !isChainSupported && <p className="note">{words.unsupported(present)}</p>}
      <ul className="list" aria-label={words.list}>
        {found.map((chain) => (
          <li key={chain.id}>
            <NetworkRow
              chain={chain}
              isCurrent={chain.id === present}
              tag={chain.id === present ? words.current : undefined}
              sub={chain.testnet ? words.testnet : undefined}
              onPress={() => choose(chain)}
            />
          </li>
        ))}
      </ul>
      <div role="status" className="hint">
        {found.length === 0 && words.none}
      </div>
      <button type="button" className="link" onClick={() => modal.push({ view: 'WhatIsANetwork' })}>
        {words.whatIsANetwork}
      </button>
    </>
  )
}

export const networksView: View<'Networks'> = { heading: (words) => words.networks.heading, component: Networks }
