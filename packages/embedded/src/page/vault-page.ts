import type { AuthFeatures, RemoteSession, Transport, TransportContext } from '@latchkey/core'
import type { VaultWindow } from '@latchkey/protocol/vault'
import type { StartedSignIn } from '../contract.ts'

/**
 * The part of the transport that is loaded once the visitor chose a login, or a stored session
 * exists.
 */
export interface VaultPage
  extends Pick<
    AuthFeatures,
    | 'answer'
    | 'resend'
    | 'leaving'
    | 'session'
    | 'changeEmail'
    | 'answerEmail'
    | 'resendEmail'
    | 'look'
    | 'reject'
    | 'frame'
    | 'signOut'
  > {
  start(
    startedSignIn: StartedSignIn,
    request: Parameters<Transport['start']>[0],
  ): ReturnType<Transport['start']>
  restore(
    startedSignIn: StartedSignIn | undefined,
    context: TransportContext,
    signal: AbortSignal,
  ): Promise<readonly RemoteSession[]>
  open(window: VaultWindow, id: string): { readonly url: string }
  moveHome(): void
}
