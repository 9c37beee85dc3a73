import type { VaultCalls } from '@latchkey/protocol/vault'
import { type ReactNode, useEffect, useState } from 'react'
import type { CallApi } from '../login/LoginWindow.tsx'
import { ArmedButton } from '../parts/ArmedButton.tsx'
import { Shell } from '../parts/Shell.tsx'
import { describeRefusal } from '../words/refusal.ts'
import { words } from '../words.ts'

type StopTarget = VaultCalls['POST /api/links/look']['answer']['what']
type Stage =
  | { readonly at: 'looking' }
  | { readonly at: 'asking' | 'busy' | 'done'; readonly what: StopTarget }
  | { readonly at: 'over'; readonly text: string }

/**
 * Shown for the link in a notice mail. Opening it has no effect until a button is pressed, because
 * mail scanners open links.
 */
export function StopWindow({
  link,
  call,
}: {
  readonly link: string
  readonly call: CallApi
}): ReactNode {
  const [stage, setStage] = useState<Stage>({ at: 'looking' })
  useEffect(() => {
    call('POST /api/links/look', { link }).then(
      ({ what }) => setStage({ at: 'asking', what }),
      (reason) => setStage({ at: 'over', text: describeFailure(reason) }),
    )
  }, [link, call])
  if (stage.at === 'over') return <StopResult heading={words.nothingHere} text={stage.text} />
  if (stage.at === 'looking')
    return (
      <Shell heading={words.loading}>
        <div className="spinner" aria-hidden="true" />
      </Shell>
    )
  const { what } = stage
  const targetTexts = words.stop[what]
  if (stage.at === 'done')
    return <StopResult heading={targetTexts.done} text={targetTexts.doneText} tone="ok" />
  const followLink = async (): Promise<void> => {
    if (stage.at === 'busy') return
    setStage({ at: 'busy', what })
    await call('POST /api/links/use', { link }).then(
      () => setStage({ at: 'done', what }),
      (reason) => setStage({ at: 'over', text: describeFailure(reason) }),
    )
  }
  const actions = (
    <ArmedButton
      className="danger"
      aria-busy={stage.at === 'busy'}
      onClick={() => void followLink()}
    >
      {targetTexts.button}
    </ArmedButton>
  )
  return (
    <Shell heading={targetTexts.heading} actions={actions}>
      <p className="text">{targetTexts.text}</p>
    </Shell>
  )
}

/**
 * Shows the result. There is no button to close the tab, because a script cannot close a tab that
 * no script opened.
 */
function StopResult(props: {
  readonly heading: string
  readonly text: string
  readonly tone?: 'ok'
}): ReactNode {
  return (
    <Shell heading={props.heading} {...(props.tone && { tone: props.tone })}>
      <p className="text">{props.text}</p>
      <p className="text">{words.doneText}</p>
    </Shell>
  )
}

function describeFailure(reason: unknown): string {
  return (reason as { code?: unknown }).code === 'vault-refused'
    ? words.stop.over
    : describeRefusal(reason)
}
