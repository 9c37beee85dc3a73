import type { ChainId } from '@latchkey/protocol'
import type { SessionRecord } from '@latchkey/walletconnect/wallet'
import type { JSX } from 'react'
import { shortenAddress } from '../parts.tsx'
import { wireFamilyOf } from './families.ts'
import type { Phone } from './phone-contract.ts'
import {
  chainNumberOf,
  claimedOrigin,
  otherChainAddress,
  otherChains,
  viewSession,
} from './session-view.ts'

type Chains = readonly { readonly id: number; readonly name: string }[]

/** Lists the pages that are connected by WalletConnect, with settings for each. */
export function Sessions(props: {
  phone: Phone
  sessions: readonly SessionRecord[]
  chains: Chains
  count: number
}): JSX.Element {
  const { phone, sessions, chains, count } = props
  return (
    <>
      {sessions.length === 0 ? <p className="none">No page is connected by a link.</p> : null}
      <ul className="list">
        {sessions.map((session) => (
          <Session
            key={session.topic}
            phone={phone}
            session={session}
            chains={chains}
            count={count}
          />
        ))}
      </ul>
    </>
  )
}

function Session(props: {
  phone: Phone
  session: SessionRecord
  chains: Chains
  count: number
}): JSX.Element {
  const { phone, session, chains, count } = props
  const { topic, expiresAt } = session
  const site = claimedOrigin(session.peer.metadata)
  const sessionView = viewSession(session)
  const selectableChains = [
    ...new Set([...sessionView.chains.map(chainNumberOf), ...chains.map(({ id }) => id)]),
  ].filter((id) => chains.some((chain) => chain.id === id))
  const ids = selectableChains.toSorted((a, b) => a - b)
  const otherNamespaceChains = otherChains(session)
  return (
    <li className="session">
      <div className="item">
        <span className="grow">
          {site}
          <span className="sub">
            By link · until{' '}
            <time dateTime={new Date(expiresAt).toISOString()}>
              {new Date(expiresAt).toLocaleDateString()}
            </time>
          </span>
        </span>
        <button
          type="button"
          className="small"
          aria-label={`Extend ${site}`}
          onClick={() => void phone.extend(topic)}
        >
          Extend
        </button>
        <button
          type="button"
          className="small"
          aria-label={`Disconnect ${site}`}
          onClick={() => void phone.end(topic)}
        >
          Disconnect
        </button>
      </div>
      {sessionView.accounts.length > 0 ? (
        <div className="choices">
          <label>
            <span>Account</span>
            <select
              value={sessionView.accounts[0] ?? ''}
              aria-label={`Account for ${site}`}
              onChange={({ target }) => {
                const account = sessionView.accounts.find((candidate) => candidate === target.value)
                if (account) void phone.selectAccount(topic, account)
              }}
            >
              {sessionView.accounts.toSorted().map((address) => (
                <option key={address} value={address}>
                  {shortenAddress(address)}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span>Network</span>
            <select
              value={sessionView.chains[0] ? chainNumberOf(sessionView.chains[0]) : ''}
              aria-label={`Network for ${site}`}
              onChange={({ target }) =>
                void phone.selectChain(topic, `eip155:${Number(target.value)}`)
              }
            >
              {ids.map((id) => (
                <option key={id} value={id}>
                  {chains.find((chain) => chain.id === id)?.name ?? id}
                </option>
              ))}
            </select>
          </label>
        </div>
      ) : null}
      {otherNamespaceChains.length > 0 ? (
        <OtherAccount
          phone={phone}
          session={session}
          site={site}
          count={count}
          chains={otherNamespaceChains}
        />
      ) : null}
    </li>
  )
}

/** Shows which account a page has on Solana, Bitcoin and Stacks, and lets the visitor change it. */
function OtherAccount(props: {
  phone: Phone
  session: SessionRecord
  site: string
  count: number
  chains: readonly ChainId[]
}): JSX.Element {
  const { phone, session, site, count, chains } = props
  const chainNames = chains.map((chain) => wireFamilyOf(chain)?.name).join(' · ')
  const currentAddress = otherChainAddress(session)
  return (
    <div className="choices single">
      <label>
        <span>{chainNames}</span>
        <select
          value=""
          aria-label={`Account of other chains for ${site}`}
          onChange={({ target }) => void phone.selectOther(session.topic, Number(target.value))}
        >
          <option value="">{shortenAddress(currentAddress)}</option>
          {Array.from({ length: count }, (_, account) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the account's number
            <option key={account} value={account}>
              Account {account + 1}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}
