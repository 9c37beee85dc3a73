import type { AccountNote } from '@latchkey/protocol/vault'
import { type ReactNode, useEffect, useState } from 'react'
import { Fold } from '../Fold.tsx'
import { siteName, timeOf } from '../use-account.ts'
import type { UseChannel } from '../use-channel.ts'
import { words } from '../words.ts'

/** What was done with the account, the newest first: dated, with the device. */
export function History({ channel }: { readonly channel: Pick<UseChannel, 'ask'> }): ReactNode {
  const { ask } = channel
  const [lines, setLines] = useState<readonly AccountNote[]>()
  useEffect(() => {
    ask('GET /api/account/history', undefined).then(
      (answer) => setLines(answer?.lines ?? []),
      () => {},
    )
  }, [ask])
  if (!lines) return null
  return (
    <Fold name={words.history.heading}>
      {lines.length === 0 ? <p className="text">{words.history.none}</p> : null}
      <ul className="rows">
        {lines.map(({ at, what, label, site }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is read once and never changes its order.
          <li className="row" key={i}>
            <div>
              <strong>{words.history.lines.find(([begin]) => what.startsWith(begin))?.[1] ?? what}</strong>
              <span className="sub">{[timeOf(at), label, site && siteName(site)].filter(Boolean).join(' · ')}</span>
            </div>
          </li>
        ))}
      </ul>
    </Fold>
  )
}
