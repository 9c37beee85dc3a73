import { type JSX, useCallback, useEffect, useState } from 'react'
import { shortenAddress, TestBadge } from '../parts.tsx'
import { type ExtensionCall, type Persona, type PopupOverview, personas } from './messages.ts'

const personaNames: Readonly<Record<Persona, string>> = {
  companion: 'As itself',
  leather: 'As Leather',
  xverse: 'As Xverse',
}
const familyNames = { solana: 'Solana', bitcoin: 'Bitcoin', stacks: 'Stacks' } as const

/**
 * Shows the extension's popup: which sites have permissions, and which wallets the extension
 * imitates for Bitcoin and Stacks.
 */
export function SitesPopup(): JSX.Element {
  const [now, setNow] = useState<PopupOverview>()
  const [asked] = useState({ count: 0 })
  const refresh = useCallback(
    async (call?: ExtensionCall): Promise<void> => {
      const requestNumber = ++asked.count
      if (call) await chrome.runtime.sendMessage(call)
      const answer = (await chrome.runtime.sendMessage({
        type: 'sites',
      } satisfies ExtensionCall)) as PopupOverview
      // Only the answer to the latest request is shown, because an older one could undo the display
      // of a later change.
      if (requestNumber === asked.count) setNow(answer)
    },
    [asked],
  )
  useEffect(() => void refresh(), [refresh])
  const origins = [
    ...new Set([...Object.keys(now?.sites ?? {}), ...Object.keys(now?.grants ?? {})]),
  ]
  return (
    <main className="popup">
      <TestBadge />
      <h1>Connected sites</h1>
      {now && origins.length === 0 ? <p className="none">No site is connected.</p> : null}
      <ul>
        {now
          ? origins.map((origin) => <Site key={origin} origin={origin} now={now} ask={refresh} />)
          : null}
      </ul>
      {now ? (
        <fieldset className="personas">
          <legend>For Bitcoin and Stacks it shows itself</legend>
          {personas.map((persona) => (
            <label key={persona} className="choice">
              <span className="grow">{personaNames[persona]}</span>
              <input
                type="checkbox"
                checked={now.personas.includes(persona)}
                onChange={({ target }) => {
                  const isPersonaOn = target.checked
                  setNow({
                    ...now,
                    personas: personas.filter((otherPersona) =>
                      otherPersona === persona ? isPersonaOn : now.personas.includes(otherPersona),
                    ),
                  })
                  void refresh({ type: 'persona', persona, isOn: isPersonaOn })
                }}
              />
            </label>
          ))}
          <p className="hint">Pages learn of it when they are loaded again.</p>
        </fieldset>
      ) : null}
    </main>
  )
}

function Site(props: {
  origin: string
  now: PopupOverview
  ask: (call: ExtensionCall) => Promise<void>
}): JSX.Element {
  const { origin, now, ask: refresh } = props
  const site = now.sites[origin]
  const siteGrants = Object.entries(now.grants[origin] ?? {}) as [
    keyof typeof familyNames,
    { readonly account: number },
  ][]
  const grantedFamilyNames = siteGrants.map(([family]) => familyNames[family])
  return (
    <li className="session">
      <div className="item">
        <span className="grow">
          {origin}
          <span className="sub">
            {[...(site ? [`chain ${site.chain}`] : []), ...grantedFamilyNames].join(' · ')}
          </span>
        </span>
        <button
          type="button"
          className="small"
          aria-label={`Disconnect ${origin}`}
          onClick={() => void refresh({ type: 'revoke', origin })}
        >
          Disconnect
        </button>
      </div>
      {site ? (
        <div className="item">
          <select
            aria-label={`Account for ${origin}`}
            value={site.accounts[0]}
            onChange={({ target }) => {
              const account = site.accounts.find((otherPersona) => otherPersona === target.value)
              if (account) void refresh({ type: 'select', origin, account })
            }}
          >
            {site.accounts.toSorted().map((address) => (
              <option key={address} value={address}>
                {shortenAddress(address)}
              </option>
            ))}
          </select>
        </div>
      ) : null}
      {siteGrants[0] ? (
        <div className="item">
          <select
            aria-label={`${grantedFamilyNames.join(', ')} account for ${origin}`}
            value={siteGrants[0][1].account}
            onChange={({ target }) =>
              void refresh({ type: 'choose', origin, account: Number(target.value) })
            }
          >
            {Array.from({ length: now.count }, (_, account) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the index is the account's number
              <option key={account} value={account}>
                {grantedFamilyNames.join(', ')}: account {account + 1}
              </option>
            ))}
          </select>
        </div>
      ) : null}
    </li>
  )
}
