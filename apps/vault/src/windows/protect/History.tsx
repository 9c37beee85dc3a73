import type { AccountNote } from '@latchkey/protocol/vault'
import { type ReactNode, useEffect, useState } from 'react'
import type { UseChannel } from '../page/use-channel.ts'
import { Fold } from '../parts/Fold.tsx'
import { RemoveRow } from '../parts/RemoveRow.tsx'
import { siteName, timeOf } from '../use-account.ts'
import { words } from '../words.ts'
import { doingName, isStoppable } from './doings.ts'

/**
 * What was done with the account, the newest first: dated, with the device; what its owner has not
 * done freezes it.
 */
export function History(props: {
  readonly channel: Pick<UseChannel, 'ask'>
  /** Absent where nothing is left to stop. */
  readonly freeze?: () => Promise<unknown>
}): ReactNode {
  const { channel, freeze } = props
  const { ask } = channel
  const [lines, setLines] = useState<readonly AccountNote[]>()
  useEffect(() => {
    ask('GET /api/account/history', undefined).then(
      (answer) => setLines(answer?.lines ?? []),
      () => {},
    )
  }, [ask])
  if (!lines) return null
  const now = Date.now()
  return (
    <Fold name={words.history.heading}>
      {lines.length === 0 ? <p className="text">{words.history.none}</p> : null}
      <ul className="rows">
        {lines.map((line, i) => {
          const { at, label, site } = line
          const name = `${doingName(line)}, ${timeOf(at)}`
          return (
            <RemoveRow
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is read once and never changes its order.
              key={i}
              title={<strong>{doingName(line)}</strong>}
              sub={[timeOf(at), label, site && siteName(site)].filter(Boolean).join(' · ')}
              says={{ ask: words.notMe.ask, sure: words.notMe.sure }}
              {...(freeze &&
                isStoppable(line, now) && {
                  ask: words.notMe.asks(name),
                  sure: words.notMe.sures(name),
                  sureText: words.notMe.text,
                  remove: freeze,
                })}
            />
          )
        })}
      </ul>
    </Fold>
  )
}
