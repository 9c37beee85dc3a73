import { type ErrorCode, hasCode, LatchkeyError } from '@latchkey/protocol'
import type { SignedIn } from '@latchkey/protocol/vault'
import type { AnswerOf, BodyOf } from '../../api/open-api.ts'
import type { KeptSession } from '../../store/record.ts'
import type { Vault } from '../vault.ts'

type Call = Parameters<Vault['api']>[0]

/** The sign-in of this device: which token stands, and how it is renewed. */
export interface SignIn {
  /** @throws as the API | `proof-needed` without a sign-in */
  readonly call: <C extends Call>(
    call: C,
    body: BodyOf<C>,
    signal?: AbortSignal,
  ) => Promise<AnswerOf<C>>
  readonly begin: (session: SignedIn['session']) => Promise<void>
  /** Null without one, or when a fresh proof is needed. */
  readonly current: () => Promise<KeptSession | null>
  readonly end: (everywhere: boolean) => Promise<void>
}

/** @param onEnd - when the gateway says that it is over, and why */
export function openSignIn(
  { store, api, project }: Pick<Vault, 'store' | 'api' | 'project'>,
  onEnd: (code: ErrorCode) => void,
): SignIn {
  const keepSignedIn = async ({
    token,
    refreshIn,
    expiresAt,
  }: SignedIn['session']): Promise<KeptSession> => {
    const session = { token, refreshAt: Date.now() + refreshIn * 1000, expiresAt }
    await store.keepSession(session)
    return session
  }
  const currentSession = async (): Promise<KeptSession | null> => {
    const session = await store.session()
    return session && session.expiresAt > Date.now() ? session : null
  }
  /** Documents of this partition take turns, so that a token is turned once. */
  const renewSession = (): Promise<KeptSession | null> =>
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
    async begin(session) {
      await keepSignedIn(session)
    },
    async call(call, body, signal) {
      const session = await renewSession().catch(loseSession)
      if (!session) throw new LatchkeyError('proof-needed')
      return api(call, body, { token: session.token, signal }).catch((error) =>
        // A fresher proof than this sign-in holds does not end it.
        needsFresh(call, body) ? Promise.reject(error) : loseSession(error),
      )
    },
    async end(everywhere) {
      const session = await currentSession()
      try {
        if (session) await api('POST /api/session/end', { everywhere }, { token: session.token })
      } finally {
        await store.forget()
      }
    },
  }
}

/**
 * What the gateway refuses after a proof that is more than some minutes old, in a sign-in that goes
 * on.
 */
function needsFresh<C extends Call>(call: C, body: BodyOf<C>): boolean {
  if (call === 'POST /api/splits/release')
    return (body as BodyOf<'POST /api/splits/release'>).operation === 'export'
  return (
    call === 'POST /api/account/delete' ||
    call === 'POST /api/splits' ||
    call === 'POST /api/account/unfreeze'
  )
}

async function runLocked<T>(name: string, run: () => Promise<T>): Promise<T> {
  return globalThis.navigator?.locks ? navigator.locks.request(name, run) : run()
}
