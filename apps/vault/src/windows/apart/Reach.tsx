import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { type OpenChannel, type UseChannel, useChannel } from '../page/use-channel.ts'
import { CloseButton } from '../parts/CloseButton.tsx'
import { Said } from '../parts/Said.tsx'
import { Shell } from '../parts/Shell.tsx'
import { apartWords as words } from './apart-words.ts'
import type { Own } from './open-own.ts'
import { openRelayChannel, type RelayChannel } from './relay-channel.ts'
import { Field } from './SignInHere.tsx'

/** Reaches the frame through the gateway; the first time, pairs with it by the number it shows. */
export function Reach(props: {
  readonly id: string
  /** Account of the frame, as the page said. */
  readonly account: string | null
  readonly own: Own
  readonly draw: (channel: UseChannel) => ReactNode
  readonly onSignIn: () => void
}): ReactNode {
  const { id, account, own, draw, onSignIn } = props
  const mine = useAccountOf(own)
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
    // The stored session is no longer valid.
    if (state === 'cut' && !wasOpen) onSignIn()
  }, [state, wasOpen, onSignIn])
  if (mine && account !== null && mine.account !== account)
    return (
      <SignInAnew
        heading={words.otherHeading}
        text={words.otherText(mine.label)}
        onSignIn={onSignIn}
      />
    )
  if (state === 'cut' && wasOpen)
    return <SignInAnew heading={words.endedHeading} text={words.endedText} onSignIn={onSignIn} />
  if (state === 'silent')
    return (
      <Said
        heading={words.silentHeading}
        text={words.silentText(mine?.label ?? '…')}
        again={channel.again}
      >
        <button type="button" className="secondary" onClick={onSignIn}>
          {words.other}
        </button>
      </Said>
    )
  if (state !== 'seeking' || !asked) return draw(channel)
  if (asked.left <= 0) return <Said heading={words.pairHeading} text={words.pairOver} tone="bad" />
  const pairByNumber = async (number: string): Promise<void> => {
    setError('')
    if (!(await relay.current?.pair(number))) setError(words.pairWrong)
  }
  return (
    <Shell heading={words.pairHeading} keepsFocus actions={<CloseButton />}>
      <p className="text">{words.pairText}</p>
      <Field
        error={error}
        isBusy={false}
        label={words.pair}
        action={words.submit}
        digits={12}
        onText={(number) => void pairByNumber(number)}
      />
    </Shell>
  )
}

/** Shown when only another login can continue. */
function SignInAnew(props: {
  readonly heading: string
  readonly text: string
  readonly onSignIn: () => void
}): ReactNode {
  const actions = (
    <>
      <button type="button" className="primary" onClick={props.onSignIn}>
        {words.again}
      </button>
      <CloseButton />
    </>
  )
  return (
    <Shell heading={props.heading} actions={actions}>
      <p className="text">{props.text}</p>
    </Shell>
  )
}

/** The signed-in account of this window; undefined until it is known. */
function useAccountOf(own: Own): { readonly account: string; readonly label: string } | undefined {
  const [mine, setMine] = useState<{ readonly account: string; readonly label: string }>()
  useEffect(() => {
    own.signIn.call('GET /api/account', undefined).then(
      ({ account, identities }) => setMine({ account, label: identities[0]?.label ?? '…' }),
      () => {},
    )
  }, [own])
  return mine
}
