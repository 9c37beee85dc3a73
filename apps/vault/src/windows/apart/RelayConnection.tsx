import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { type OpenChannel, type UseChannel, useChannel } from '../page/use-channel.ts'
import { CloseButton } from '../parts/CloseButton.tsx'
import { MessageWindow } from '../parts/MessageWindow.tsx'
import { Shell } from '../parts/Shell.tsx'
import { apartWords as words } from './apart-words.ts'
import type { OwnDevice } from './open-own-device.ts'
import { openRelayChannel, type RelayChannel } from './relay-channel.ts'
import { Field } from './SignInHere.tsx'

/**
 * Connects this window to the vault's frame through the gateway. The visitor first pairs the two by
 * typing the number that the frame shows.
 */
export function RelayConnection(props: {
  readonly id: string
  /** The account that is signed in in the vault's frame, according to the page. */
  readonly account: string | null
  readonly own: OwnDevice
  readonly draw: (channel: UseChannel) => ReactNode
  readonly onSignIn: () => void
}): ReactNode {
  const { id, account, own: ownDevice, draw, onSignIn } = props
  const ownAccount = useOwnAccount(ownDevice)
  const relay = useRef<RelayChannel>(undefined)
  const openChannel = useCallback<OpenChannel>(
    (options) => {
      relay.current = openRelayChannel({ ...options, own: ownDevice })
      return relay.current
    },
    [ownDevice],
  )
  const channel = useChannel(id, openChannel)
  const pairRequest = channel.last('latchkey-frame-pair')
  const [error, setError] = useState('')
  useEffect(() => {
    if (pairRequest && pairRequest.left < 3)
      setError(`${words.pairWrong} ${words.pairLeft(pairRequest.left)}`)
  }, [pairRequest])
  const { state } = channel
  const [wasOpen, setWasOpen] = useState(false)
  useEffect(() => {
    if (state === 'open') setWasOpen(true)
    // The connection was refused before it ever opened, so the stored session is no longer valid.
    if (state === 'cut' && !wasOpen) onSignIn()
  }, [state, wasOpen, onSignIn])
  if (ownAccount && account !== null && ownAccount.account !== account)
    return (
      <SignInAgain
        heading={words.otherHeading}
        text={words.otherText(ownAccount.label)}
        onSignIn={onSignIn}
      />
    )
  if (state === 'cut' && wasOpen)
    return <SignInAgain heading={words.endedHeading} text={words.endedText} onSignIn={onSignIn} />
  if (state === 'silent')
    return (
      <MessageWindow
        heading={words.silentHeading}
        text={words.silentText(ownAccount?.label ?? '…')}
        again={channel.again}
      >
        <button type="button" className="secondary" onClick={onSignIn}>
          {words.other}
        </button>
      </MessageWindow>
    )
  if (state !== 'seeking' || !pairRequest) return draw(channel)
  if (pairRequest.left <= 0)
    return <MessageWindow heading={words.pairHeading} text={words.pairOver} tone="bad" />
  const pairWithNumber = async (number: string): Promise<void> => {
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
        onText={(number) => void pairWithNumber(number)}
      />
    </Shell>
  )
}

/** Asks the visitor to log in to this window again, without which it cannot continue. */
function SignInAgain(props: {
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

/** The account that is signed in in this window; undefined until it is known. */
function useOwnAccount(
  ownDevice: OwnDevice,
): { readonly account: string; readonly label: string } | undefined {
  const [ownAccount, setMine] = useState<{ readonly account: string; readonly label: string }>()
  useEffect(() => {
    ownDevice.signIn.call('GET /api/account', undefined).then(
      ({ account, identities }) => setMine({ account, label: identities[0]?.label ?? '…' }),
      () => {},
    )
  }, [ownDevice])
  return ownAccount
}
