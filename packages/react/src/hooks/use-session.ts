import type { SignInState } from '@latchkey/core'
import { followSignIn } from '@latchkey/core/inside'
import { useEffect } from 'react'
import { useKit } from './use-kit.ts'
import { useRead } from './use-read.ts'

/**
 * Returns whether the visitor is signed in to the owner's server. The first component that uses
 * this hook asks the server once for the session of an earlier page. The visitor is never prompted.
 *
 * @example
 * const session = useSession()
 * if (session.status === 'checking') return <p>One moment…</p>
 * return <p>{session.status === 'signed-in' ? session.session.accounts[0] : 'Signed out'}</p>
 */
export function useSession(): SignInState {
  const kit = useKit()
  useEffect(() => void followSignIn(kit), [kit])
  return useRead((one) => one.getState().signIn)
}
