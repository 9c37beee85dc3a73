import type { Kit } from '@latchkey/core'
import type { LoginStep } from '@latchkey/protocol/vault'
import { type ReactElement, useState } from 'react'
import type { LoginChunkWords } from '../../words/words.ts'
import { authOf } from './auth-of.ts'
import { openWindow } from './open-window.ts'

/**
 * For a visitor who can no longer log in, on a device that holds a wallet: exports its keys in a
 * window of the vault.
 */
export function LostSignIn({
  kit,
  words,
  step,
}: {
  readonly kit: Kit
  readonly words: LoginChunkWords
  readonly step: LoginStep | undefined
}): ReactElement | null {
  const [opened, setOpened] = useState<'yes' | 'blocked'>()
  const auth = authOf(kit)?.auth
  if (!auth || !step || !('hasWallet' in step)) return null
  const noticeTexts = { yes: words.approve.waiting, blocked: words.approve.blocked }
  return (
    <>
      <button
        type="button"
        className="lost"
        onClick={() => setOpened(openWindow(auth.open('way-out').url) === null ? 'blocked' : 'yes')}
      >
        {words.login.lost}
      </button>
      <p role="status" className="hint">
        {opened ? noticeTexts[opened] : ''}
      </p>
    </>
  )
}
