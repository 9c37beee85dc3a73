import type { Site } from '@latchkey/signer'
import { type JSX, useCallback, useEffect, useState } from 'react'
import { shorten, TestMark } from '../parts.tsx'
import type { OwnCall } from './messages.ts'

/** The extension's own page: which sites may use it. */
export function SitesPopup(): JSX.Element {
  const [sites, setSites] = useState<Readonly<Record<string, Site>>>({})
  const ask = useCallback(async (call?: OwnCall): Promise<void> => {
    if (call) await chrome.runtime.sendMessage(call)
    setSites((await chrome.runtime.sendMessage({ type: 'sites' } satisfies OwnCall)) as Readonly<Record<string, Site>>)
  }, [])
  useEffect(() => void ask(), [ask])
  const entries = Object.entries(sites)
  return (
    <main className="popup">
      <TestMark />
      <h1>Connected sites</h1>
      {entries.length === 0 ? <p className="none">No site is connected.</p> : null}
      <ul>
        {entries.map(([origin, site]) => (
          <li key={origin} className="session">
            <div className="item">
              <span className="grow">
                {origin}
                <span className="sub">chain {site.chain}</span>
              </span>
              <button
                type="button"
                className="small"
                aria-label={`Disconnect ${origin}`}
                onClick={() => void ask({ type: 'revoke', origin })}
              >
                Disconnect
              </button>
            </div>
            <div className="item">
              <select
                aria-label={`Account for ${origin}`}
                value={site.accounts[0]}
                onChange={({ target }) => {
                  const account = site.accounts.find((one) => one === target.value)
                  if (account) void ask({ type: 'select', origin, account })
                }}
              >
                {site.accounts.toSorted().map((address) => (
                  <option key={address} value={address}>
                    {shorten(address)}
                  </option>
                ))}
              </select>
            </div>
          </li>
        ))}
      </ul>
    </main>
  )
}
