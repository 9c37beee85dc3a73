import type { VaultProject } from '@latchkey/protocol/vault'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { type StoredLogin, takeLogin } from './apart/kept-login.ts'
import { ApproveWindow } from './approve/ApproveWindow.tsx'
import { LoginDone } from './login/LoginDone.tsx'
import { LoginWindow } from './login/LoginWindow.tsx'
import { openChannel } from './page/channel.ts'
import type { FramedWindow } from './page/framed-window.ts'
import { openWindowApi } from './page/open-window-api.ts'
import { type UseChannel, useChannel } from './page/use-channel.ts'
import type { WindowAddress } from './page/window-address.ts'
import { MessageWindow } from './parts/MessageWindow.tsx'
import { Shell } from './parts/Shell.tsx'
import { WaitingNotice } from './parts/WaitingNotice.tsx'
import { openLazyStretch } from './recovery/open-lazy-stretch.ts'
import { words } from './words.ts'

type FramedWindowName = Exclude<WindowAddress['window'], 'login' | 'stop'>

const framedWindows: Readonly<Record<FramedWindowName, React.ComponentType<FramedWindow>>> = {
  approve: ApproveWindow,
  recover: lazy(async () => ({
    default: (await import('./recover/RecoverWindow.tsx')).RecoverWindow,
  })),
  recovery: lazy(async () => ({
    default: (await import('./recovery/RecoveryWindow.tsx')).RecoveryWindow,
  })),
  export: lazy(async () => ({
    default: (await import('./account/ExportWindow.tsx')).ExportWindow,
  })),
  'way-out': lazy(async () => ({
    default: (await import('./account/WayOutWindow.tsx')).WayOutWindow,
  })),
  devices: lazy(async () => ({
    default: (await import('./account/DevicesWindow.tsx')).DevicesWindow,
  })),
  delete: lazy(async () => ({
    default: (await import('./account/DeleteWindow.tsx')).DeleteWindow,
  })),
}

const StopWindow = lazy(async () => ({
  default: (await import('./protect/StopWindow.tsx')).StopWindow,
}))
const ApartWindow = lazy(async () => ({ default: (await import('./apart/Apart.tsx')).Apart }))

/** Shows the kind of window that the address names. */
export function VaultWindow(props: {
  readonly place: WindowAddress | null
  readonly project: VaultProject | null
}): ReactNode {
  const { place, project } = props
  if (!project) return <MessageWindow heading={words.nothingHere} text={words.noProject} />
  if (place?.isDone) return <DoneWindow project={project} />
  if (!place?.id) return <MessageWindow heading={words.nothingHere} text={words.nothingHereText} />
  if (place.window === 'login')
    return <LoginById login={place.id} back={place.back} project={project} />
  if (place.window === 'stop') return <StopById link={place.id} project={project} />
  return (
    <WindowSequence id={place.id} window={place.window} account={place.account} project={project} />
  )
}

function LoginById(props: {
  readonly login: string
  readonly back: string | null
  readonly project: VaultProject
}): ReactNode {
  const { project } = props.project
  const call = useMemo(() => openWindowApi(project), [project])
  return <LoginWindow {...props} call={call} />
}

function StopById({
  link,
  project,
}: {
  readonly link: string
  readonly project: VaultProject
}): ReactNode {
  const call = useMemo(() => openWindowApi(project.project), [project])
  return (
    <Suspense fallback={<Shell heading={words.loading} />}>
      <StopWindow link={link} call={call} />
    </Suspense>
  )
}

/**
 * Shown after the return from a login provider. It continues the login that this window began for
 * itself, if there is one; else it finishes the page's login.
 */
function DoneWindow({ project }: { readonly project: VaultProject }): ReactNode {
  const [loginProps] = useState(() => takeLogin(sessionStorage))
  const call = useMemo(() => openWindowApi(project.project), [project])
  return loginProps ? (
    <WindowSequence {...loginProps} login={loginProps} project={project} />
  ) : (
    <LoginDone project={project} call={call} />
  )
}

interface WindowProps {
  readonly id: string
  readonly window: FramedWindowName
  /** The account that is signed in in the vault's frame, according to the page. */
  readonly account: string | null
  readonly project: VaultProject
  /**
   * The login that this window began for itself; present after the return from the login provider.
   */
  readonly login?: StoredLogin
}

/**
 * Shows windows one after another in the same place: an approval that needs recovery continues with
 * the window that sets up recovery.
 */
function WindowSequence({ project, login, ...first }: WindowProps): ReactNode {
  const [place, setPlace] = useState<Pick<WindowProps, 'id' | 'window' | 'account'>>(first)
  const [stretch] = useState(openLazyStretch)
  const onRecovery = (id: string): void => setPlace({ ...first, id, window: 'recovery' })
  // The login that was stored before the visitor went to the login provider belongs to the first
  // window only.
  const loginProps = login && place.id === first.id ? { login } : {}
  return (
    <ConnectedWindow
      key={place.id}
      {...place}
      {...loginProps}
      project={project}
      stretch={stretch}
      onRecovery={onRecovery}
    />
  )
}

interface FramedWindowProps extends WindowProps, Pick<FramedWindow, 'stretch'> {
  readonly onRecovery: (id: string) => void
}

function ConnectedWindow(props: FramedWindowProps): ReactNode {
  const channel = useChannel(props.id, openChannel)
  if (channel.state !== 'cut') return <FrameWindow {...props} channel={channel} />
  // Cut off from the page, a window reaches the vault's frame only through the gateway, and only
  // with a login. So the export of the keys without a login (`way-out`) cannot go on.
  if (props.window === 'way-out')
    return <MessageWindow heading={words.cutHeading} text={words.wayOut.cut} />
  return <RelayedWindow {...props} />
}

/**
 * Shown when the page's isolation has cut this window off from the page that opened it: the window
 * logs in by itself, and exchanges messages with the vault's frame through the gateway.
 */
function RelayedWindow(props: FramedWindowProps): ReactNode {
  return (
    <Suspense fallback={<Shell heading={words.loading} />}>
      <ApartWindow {...props} draw={(channel) => <FrameWindow {...props} channel={channel} />} />
    </Suspense>
  )
}

function FrameWindow(props: FramedWindowProps & { readonly channel: UseChannel }): ReactNode {
  const { channel } = props
  const readyMessage = channel.last('latchkey-frame-ready')
  // When nobody is signed in, the frame calls an export window `way-out`: an export without a
  // login.
  const window =
    readyMessage?.window === 'way-out' && props.window === 'export' ? 'way-out' : props.window
  const WindowBody = framedWindows[window]
  if (channel.state !== 'open' && !channel.last('latchkey-frame-done'))
    return <WaitingNotice channel={channel} />
  // An id is issued for one kind of window, and must not open a window of another kind.
  if (readyMessage && readyMessage.window !== window)
    return <MessageWindow heading={words.nothingHere} text={words.nothingHereText} />
  return (
    <Suspense fallback={<Shell heading={words.loading} />}>
      <WindowBody
        channel={channel}
        project={props.project}
        stretch={props.stretch}
        onRecovery={props.onRecovery}
      />
    </Suspense>
  )
}
