import type { ReactNode } from 'react'
import type { UseChannel } from '../page/use-channel.ts'
import { words } from '../words.ts'
import { MessageWindow } from './MessageWindow.tsx'
import { Shell } from './Shell.tsx'

/**
 * Tells the visitor, until the vault's frame answers, that it takes a moment, or why no answer will
 * come.
 */
export function WaitingNotice({
  channel,
}: {
  readonly channel: Pick<UseChannel, 'state' | 'again'>
}): ReactNode {
  if (channel.state === 'cut')
    return <MessageWindow heading={words.cutHeading} text={words.cutText} />
  if (channel.state === 'silent')
    return (
      <MessageWindow heading={words.silentHeading} text={words.silentText} again={channel.again} />
    )
  if (channel.state === 'lost')
    return <MessageWindow heading={words.lostHeading} text={words.lostText} />
  return (
    <Shell heading={words.loading}>
      <div className="spinner" aria-hidden="true" />
    </Shell>
  )
}
