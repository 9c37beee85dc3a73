import { type ChainId, hasCode } from '@latchkey/protocol'
import type { VaultProject, VaultRequest, VaultSession } from '@latchkey/protocol/vault'
import { openApi } from '../api/open-api.ts'
import { openDatabase, type Surroundings } from '../store/open-database.ts'
import { openStore } from '../store/open-store.ts'
import { describeSession } from './account/describe-session.ts'
import type { EmailChange } from './account/open-email-change.ts'
import { openLogins } from './account/open-logins.ts'
import { openSignIn } from './account/open-sign-in.ts'
import { openWallet } from './account/open-wallet.ts'
import { openPort } from './page/open-port.ts'
import { openWindows, type Windows } from './page/open-windows.ts'
import { type Greetable, takeHello } from './page/take-hello.ts'
import type { Requests } from './requests/open-requests.ts'
import type { Vault } from './vault.ts'

/** The part of the frame's window that is used. */
export type FrameSelf = Greetable & Surroundings & { readonly fetch: typeof globalThis.fetch }

/** Waits for the page's hello, then answers its requests until the frame is removed. */
export function startFrame(
  self: FrameSelf,
  project: VaultProject,
  scripts: Vault['scripts'],
): () => void {
  let stopFrame: () => void = () => {}
  const stopHello = takeHello(self, project, (greeted) => {
    // Opened with the first request: a frame without storage still has a port to report that.
    let frame: Promise<Frame> | undefined
    const port = openPort(greeted, async (request) => {
      frame ??= openFrame(self, {
        project,
        scripts,
        tell: (event) => port.tell(event),
        site: greeted.site,
      })
      return (await frame).run(request)
    })
    const hearWindow = (event: MessageEvent<unknown>): void =>
      void frame?.then(
        ({ windows }) => windows.hear(event),
        () => {},
      )
    self.addEventListener('message', hearWindow)
    stopFrame = () => {
      self.removeEventListener('message', hearWindow)
      port.close()
    }
  })
  return () => {
    stopHello()
    stopFrame()
  }
}

interface Frame {
  readonly windows: Windows
  readonly run: (request: VaultRequest) => Promise<unknown>
}

async function openFrame(
  self: FrameSelf,
  parts: Pick<Vault, 'project' | 'scripts' | 'tell' | 'site'>,
): Promise<Frame> {
  const store = await openStore(await openDatabase(parts.project.project, self))
  const fetch: typeof globalThis.fetch = (...call) => self.fetch(...call)
  const vault: Vault = {
    ...parts,
    tell: (event) => {
      parts.tell(event)
      later.windows?.attend()
    },
    origin: self.origin,
    store,
    fetch,
    api: openApi(store.device, { origin: self.origin, fetch }),
  }
  const { tell, project } = vault
  const signIn = openSignIn(vault, (code) => tell({ event: 'session', session: null, code }))
  const logins = openLogins(vault, signIn)
  const asking = new Map<number, AbortController>()
  const later: {
    requests?: Requests
    loading?: Promise<Requests>
    emailChange?: Promise<EmailChange>
    windows?: Windows
    chains: readonly ChainId[]
  } = { chains: [] }
  const loadRequests = (): Promise<Requests> => {
    later.loading ??= import('./requests/open-requests.ts').then(({ openRequests }) => {
      later.requests = openRequests(vault, signIn)
      return later.requests
    })
    return later.loading
  }

  async function readSession(chains: readonly ChainId[]): Promise<VaultSession | null> {
    const kept = await signIn.current()
    if (!kept || !(await store.wallet())) return null
    const wallet = await openWallet(vault, signIn).catch((error: unknown) => {
      // A fresh proof is needed: nobody is signed in, and that is no failure.
      if (hasCode(error, 'proof-needed') || hasCode(error, 'device-revoked')) return null
      throw error
    })
    if (wallet?.state !== 'ready') return null
    const { expiresAt } = kept
    return describeSession(project, wallet.account, wallet.record.addresses, { chains, expiresAt })
  }

  const windows = openWindows(vault, {
    signIn,
    logins,
    approvals: () => later.requests?.approvals ?? null,
    onChange: async (isEnded) =>
      tell({ event: 'session', session: isEnded ? null : await readSession(later.chains) }),
  })

  const emailChange = (): Promise<EmailChange> => {
    later.emailChange ??= import('./account/open-email-change.ts').then(({ openEmailChange }) =>
      openEmailChange(signIn, () => readSession(later.chains)),
    )
    return later.emailChange
  }

  async function runRequest(request: VaultRequest): Promise<unknown> {
    if ('chains' in request.params) later.chains = request.params.chains
    switch (request.method) {
      case 'session':
        return readSession(request.params.chains)
      case 'login-email':
        return logins.startEmail(request.params.email, request.params.chains)
      case 'login-code':
        return logins.confirmCode(request.params.code)
      case 'login-resend':
        return logins.resendCode()
      case 'login-window':
        return logins.startWindow(
          request.params.login,
          request.params.provider,
          request.params.chains,
        )
      case 'login-farcaster':
        return logins.startFarcaster(request.params.chains)
      case 'login-cancel':
        logins.cancel()
        return null
      case 'request': {
        const ended = new AbortController()
        asking.set(request.id, ended)
        return (await loadRequests())
          .run(request.params, ended.signal)
          .finally(() => asking.delete(request.id))
      }
      case 'request-cancel':
        asking.get(request.params.request)?.abort()
        return null
      case 'email-change':
        return (await emailChange()).begin(request.params.email)
      case 'email-code':
        return (await emailChange()).confirmCode(request.params.code)
      case 'email-resend':
        return (await emailChange()).resendCode()
      case 'window':
        windows.expect(request.params.window, request.params.id)
        return null
      case 'logout':
        for (const ended of asking.values()) {
          ended.abort()
        }
        logins.cancel()
        await signIn.end(request.params.everywhere)
        tell({ event: 'session', session: null })
        return null
    }
  }
  later.windows = windows
  return { windows, run: (request) => runRequest(request).finally(windows.attend) }
}
