import type { OperatorTailEvent } from '@latchkey/protocol'
import { type ReactElement, useState } from 'react'
import { useApi } from '../api/api-context.tsx'
import { format } from '../format.ts'
import { Icon } from '../parts/Icon.tsx'
import { type TailState, useTail } from './use-tail.ts'

const stateTexts: Record<TailState, string> = {
  connecting: 'Connecting…',
  listening: 'Listening',
  waiting: 'The line broke; trying again',
  paused: 'Paused',
}

export function LiveTail({ project }: { readonly project: string }): ReactElement {
  const api = useApi()
  const [isPaused, setPaused] = useState(false)
  const [wanted, setWanted] = useState('')
  const { state, events, heard, dropped } = useTail(api, project, isPaused)
  const shownEvents = events.filter(({ event }) => event.includes(wanted.trim().toUpperCase()))
  return (
    <>
      <div className="title-row">
        <h1 tabIndex={-1}>Live events of {project}</h1>
        <button type="button" className="small" onClick={() => setPaused(!isPaused)}>
          <Icon name={isPaused ? 'play' : 'pause'} />
          {isPaused ? 'Go on' : 'Pause'}
        </button>
      </div>
      <div className="card tail-head">
        <p role="status" className="line" data-state={state}>
          {stateTexts[state]}
        </p>
        <p className="soft">
          {format.count(heard)} heard
          {dropped > 0 ? `, ${format.count(dropped)} more came too quickly` : ''}
        </p>
        <label className="field inline">
          <span>Filter by name</span>
          <input
            type="search"
            value={wanted}
            onChange={({ target }) => setWanted(target.value)}
            maxLength={64}
          />
        </label>
      </div>
      {shownEvents.length === 0 ? (
        <p className="card empty soft">
          {events.length === 0
            ? 'Nothing yet. What the pages of this project tell appears here within ten seconds.'
            : 'None of these names.'}
        </p>
      ) : (
        <ol className="tail card" aria-label="Events, newest first">
          {shownEvents.map((event) => (
            <EventEntry key={event.id} event={event} />
          ))}
        </ol>
      )}
    </>
  )
}

/**
 * Shows one event. All of its text comes from a page, so it is shown as plain text and cut short.
 */
function EventEntry({ event }: { readonly event: OperatorTailEvent }): ReactElement {
  const { at, domain, account, visit, properties } = event
  const eventDetails = [
    domain,
    account && `account ${shortenText(account, 14)}`,
    visit && `visit ${shortenText(visit, 8)}`,
  ].filter(Boolean)
  const isEmpty = Object.keys(properties).length === 0
  return (
    <li>
      <time dateTime={new Date(at).toISOString()}>{format.second(at)}</time>
      <strong>{event.event}</strong>
      <span className="soft">{eventDetails.join(' · ')}</span>
      {isEmpty ? null : <code>{shortenText(JSON.stringify(properties), 400)}</code>}
    </li>
  )
}

function shortenText(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text
}
