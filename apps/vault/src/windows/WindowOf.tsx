import type { VaultProject } from '@latchkey/protocol/vault'
import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react'
import { ApproveWindow } from './approve/ApproveWindow.tsx'
import type { FramedWindow } from './framed-window.ts'
import { LoginDone } from './login/LoginDone.tsx'
import { LoginWindow } from './login/LoginWindow.tsx'
import { openWindowApi } from './open-window-api.ts'
import type { Place } from './place.ts'
import { Said } from './Said.tsx'
import { Shell } from './Shell.tsx'
import { useChannel } from './use-channel.ts'
import { Waiting } from './Waiting.tsx'
import { words } from './words.ts'

type Framed = Exclude<Place['window'], 'login'>

const framed: Readonly<Record<Framed, React.ComponentType<FramedWindow>>> = {
  approve: ApproveWindow,
  recover: lazy(async () => ({ default: (await import('./recover/RecoverWindow.tsx')).RecoverWindow })),
  recovery: lazy(async () => ({ default: (await import('./recovery/RecoveryWindow.tsx')).RecoveryWindow })),
  export: lazy(async () => ({ default: (await import('./account/ExportWindow.tsx')).ExportWindow })),
  devices: lazy(async () => ({ default: (await import('./account/DevicesWindow.tsx')).DevicesWindow })),
  delete: lazy(async () => ({ default: (await import('./account/DeleteWindow.tsx')).DeleteWindow })),
}

/** The window an address asks for. */
export function WindowOf(props: { readonly place: Place | null; readonly project: VaultProject | null }): ReactNode {
  const { place, project } = props
  if (!project) return <Said heading={words.nothingHere} text={words.noProject} />
  if (place?.isDone) return <LoginDone project={project} />
  if (!place?.id) return <Said heading={words.nothingHere} text={words.nothingHereText} />
  if (place.window === 'login') return <Login login={place.id} project={project} />
  return <WithFrame id={place.id} window={place.window} project={project} />
}

function Login({ login, project }: { readonly login: string; readonly project: VaultProject }): ReactNode {
  const call = useMemo(() => openWindowApi(project.project), [project])
  return <LoginWindow login={login} project={project} call={call} />
}

function WithFrame(props: { readonly id: string; readonly window: Framed; readonly project: VaultProject }): ReactNode {
  const channel = useChannel(props.id)
  const Body = framed[props.window]
  const ready = channel.last('latchkey-frame-ready')
  const { state } = channel
  useEffect(() => {
    if (state === 'cut') document.title = words.cutHeading
  }, [state])
  if (state !== 'open' && !channel.last('latchkey-frame-done')) return <Waiting channel={channel} />
  // An id stands for one window: another may not be opened with it.
  if (ready && ready.window !== props.window) return <Said heading={words.nothingHere} text={words.nothingHereText} />
  return (
    <Suspense fallback={<Shell heading={words.loading} />}>
      <Body channel={channel} project={props.project} />
    </Suspense>
  )
}
