import type { VaultCalls } from '@latchkey/protocol/vault'
import { type ReactNode, useEffect, useState } from 'react'
import type { UseChannel } from '../page/use-channel.ts'
import { FoldableSection } from '../parts/FoldableSection.tsx'
import { RemoveRow } from '../parts/RemoveRow.tsx'
import { formatTime, siteHost } from '../use-account.ts'
import { describeRefusal } from '../words/refusal.ts'
import { words } from '../words.ts'
import { describeEvent, isStoppable } from './account-events.ts'

type HistoryPage = VaultCalls['GET /api/account/history']['answer']

/**
 * Shows the account's history, newest first, with time and device. The visitor can freeze the
 * account because of an entry that was somebody else's doing.
 */
export function History(props: {
  readonly channel: Pick<UseChannel, 'ask'>
  /** Freezes the account; absent when the account has no wallet, or is frozen already. */
  readonly freeze?: () => Promise<unknown>
}): ReactNode {
  const { channel, freeze } = props
  const { ask } = channel
  const [page, setPage] = useState<HistoryPage>()
  const [fault, setFault] = useState('')
  useEffect(() => {
    ask('GET /api/account/history', undefined).then(
      (answer) => setPage(answer ?? { lines: [] }),
      () => {},
    )
  }, [ask])
  if (!page) return null
  const { lines, next } = page
  const readMore = (cursor: string): Promise<void> =>
    ask('POST /api/account/history', { after: cursor }).then(
      (answer) => setPage({ ...answer, lines: [...lines, ...answer.lines] }),
      (reason) => setFault(describeRefusal(reason)),
    )
  const currentTime = Date.now()
  return (
    <FoldableSection name={words.history.heading}>
      {lines.length === 0 ? <p className="text">{words.history.none}</p> : null}
      <ul className="rows">
        {lines.map((line, i) => {
          const { at, label, site } = line
          const eventTitle = `${describeEvent(line)}, ${formatTime(at)}`
          return (
            <RemoveRow
              // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added at the end.
              key={i}
              title={<strong>{describeEvent(line)}</strong>}
              sub={[formatTime(at), label, site && siteHost(site)].filter(Boolean).join(' · ')}
              says={{ ask: words.notMe.ask, sure: words.notMe.sure }}
              {...(freeze &&
                isStoppable(line, currentTime) && {
                  ask: words.notMe.asks(eventTitle),
                  sure: words.notMe.sures(eventTitle),
                  sureText: words.notMe.text,
                  remove: freeze,
                })}
            />
          )
        })}
      </ul>
      {next === undefined ? null : (
        <button type="button" className="quiet" onClick={() => void readMore(next)}>
          {words.history.more}
        </button>
      )}
      <p className="error" role="alert">
        {fault}
      </p>
    </FoldableSection>
  )
}
