import { type ErrorCode, hasCode, LatchkeyError } from '@latchkey/protocol'
import type { SignedIn } from '@latchkey/protocol/vault'
import type { CallAnswer, RequestBody } from '../../api/open-vault-api.ts'
import type { StoredSession } from '../../store/record.ts'
import type { Vault } from '../vault.ts'

type Call = Parameters<Vault['api']>[0]

/** The session of this device at the gateway: makes calls with its token, and renews the token. */
export interface SignIn {
  /** @throws what the API throws | `proof-needed` without a session */
  readonly call: <C extends Call>(
    call: C,
    body: RequestBody<C>,
    signal?: AbortSignal,
  ) => Promise<CallAnswer<C>>
  readonly beginSession: (session: SignedIn['session']) => Promise<void>
  /**
   * The stored session; null when there is none, or when the visitor must prove their identity
   * again.
   */
  readonly current: () => Promise<StoredSession | null>
  readonly endSession: (onAllDevices: boolean) => Promise<void>
}

/** @param onEnd - called when the gateway has ended the session, with the reason */
export function openSignIn(
  { store, api, project }: Pick<Vault, 'store' | 'api' | 'project'>,
  onEnd: (code: ErrorCode) => void,
): SignIn {
  const keepSignedIn = async ({
    token,
    refreshIn,
    expiresAt,
  }: SignedIn['session']): Promise<StoredSession> => {
    const session = { token, refreshAt: Date.now() + refreshIn * 1000, expiresAt }
    await store.keepSession(session)
    return session
  }
  const currentSession = async (): Promise<StoredSession | null> => {
    const session = await store.session()
    return session && session.expiresAt > Date.now() ? session : null
  }
  /**
   * Renews the session's token. Documents of this storage partition take turns, so that the token
   * is renewed only once.
   */
  const renewSession = (): Promise<StoredSession | null> =>
    runLocked(`latchkey-vault.${project.project}`, async () => {
      const session = await currentSession()
      if (!session || session.refreshAt > Date.now()) return session
      return keepSignedIn(await api('POST /api/session/refresh', {}, { token: session.token }))
    })
  const loseSession = async (error: unknown): Promise<never> => {
    if (hasCode(error, 'proof-needed') || hasCode(error, 'device-revoked')) {
      await store.forget()
      onEnd(error.code)
    }
    throw error
  }
  return {
    current: currentSession,
    async beginSession(session) {
      await keepSignedIn(session)
    },
    async call(call, body, signal) {
      const session = await renewSession().catch(loseSession)
      if (!session) throw new LatchkeyError('proof-needed')
      return api(call, body, { token: session.token, signal }).catch((error) =>
        // When the gateway refuses a call only because it needs a fresher proof of identity, the
        // session does not end.
        isFreshProofNeeded(call, body) ? Promise.reject(error) : loseSession(error),
      )
    },
    async endSession(onAllDevices) {
      const session = await currentSession()
      try {
        if (session)
          await api('POST /api/session/end', { everywhere: onAllDevices }, { token: session.token })
      } finally {
        await store.forget()
      }
    },
  }
}

/**
 * Whether the gateway refuses a call when the last proof of identity is some minutes old, although
 * the session is still valid.
 */
function isFreshProofNeeded<C extends Call>(call: C, body: RequestBody<C>): boolean {
  if (call === 'POST /api/splits/release')
    return (body as RequestBody<'POST /api/splits/release'>).operation === 'export'
  return (
    call === 'POST /api/account/delete' ||
    call === 'POST /api/splits' ||
    call === 'POST /api/account/unfreeze'
  )
}

async function runLocked<T>(name: string, run: () => Promise<T>): Promise<T> {
  return globalThis.navigator?.locks ? navigator.locks.request(name, run) : run()
}
