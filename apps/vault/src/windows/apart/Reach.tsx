import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { CloseButton } from '../CloseButton.tsx'
import { Said } from '../Said.tsx'
import { Shell } from '../Shell.tsx'
import { type OpenChannel, type UseChannel, useChannel } from '../use-channel.ts'
import { apartWords as words } from './apart-words.ts'
import type { Own } from './open-own.ts'
import { openRelayChannel, type RelayChannel } from './relay-channel.ts'
import { Field } from './SignInHere.tsx'

/** The frame, reached through the gateway; paired by its number the first time. */
export function Reach(props: {
  readonly id: string
  readonly own: Own
  readonly draw: (channel: UseChannel) => ReactNode
  readonly onSignIn: () => void
}): ReactNode {
  const { id, own, draw, onSignIn } = props
  const relay = useRef<RelayChannel>(undefined)
  const open = useCallback<OpenChannel>(
    (options) => {
      relay.current = openRelayChannel({ ...options, own })
      return relay.current
    },
    [own],
  )
  const channel = useChannel(id, open)
  const asked = channel.last('latchkey-frame-pair')
  const [error, setError] = useState('')
  useEffect(() => {
    if (asked && asked.left < 3) setError(`${words.pairWrong} ${words.pairLeft(asked.left)}`)
  }, [asked])
  const { state } = channel
  const [wasOpen, setWasOpen] = useState(false)
  useEffect(() => {
    if (state === 'open') setWasOpen(true)
    // The sign-in that was kept holds no more.
    if (state === 'cut' && !wasOpen) onSignIn()
  }, [state, wasOpen, onSignIn])
  if (state === 'cut' && wasOpen)
    return (
      <Said heading={words.endedHeading} text={words.endedText}>
        <button type="button" className="secondary" onClick={onSignIn}>
          {words.again}
        </button>
      </Said>
    )
  if (state === 'silent') return <Silent {...{ own, onSignIn }} again={channel.again} />
  if (state !== 'seeking' || !asked) return draw(channel)
  if (asked.left <= 0) return <Said heading={words.pairHeading} text={words.pairOver} tone="bad" />
  const pair = async (number: string): Promise<void> => {
    setError('')
    if (!(await relay.current?.pair(number))) setError(words.pairWrong)
  }
  return (
    <Shell heading={words.pairHeading} keepsFocus actions={<CloseButton />}>
      <p className="text">{words.pairText}</p>
      <Field
        {...{ error, isBusy: false, label: words.pair, action: words.submit, digits: 12 }}
        onText={(number) => void pair(number)}
      />
    </Shell>
  )
}

function Silent(props: { readonly own: Own; readonly again: () => void; readonly onSignIn: () => void }): ReactNode {
  const { own, again, onSignIn } = props
  const [label, setLabel] = useState('…')
  useEffect(() => {
    own.signIn.call('GET /api/account', undefined).then(
      ({ identities }) => setLabel(identities[0]?.label ?? '…'),
      () => {},
    )
  }, [own])
  return (
    <Said heading={words.silentHeading} text={words.silentText(label)} again={again}>
      <button type="button" className="secondary" onClick={onSignIn}>
        {words.other}
      </button>
    </Said>
  )
}
