import { type ChainId, hasCode } from '@latchkey/protocol'
import type { VaultProject, VaultRequest, VaultSession } from '@latchkey/protocol/vault'
import { openVaultApi } from '../api/open-vault-api.ts'
import { openDatabase, type StorageScope } from '../store/open-database.ts'
import { openStore } from '../store/open-store.ts'
import { describeSession } from './account/describe-session.ts'
import type { EmailChange } from './account/open-email-change.ts'
import { openLogins } from './account/open-logins.ts'
import { openSignIn } from './account/open-sign-in.ts'
import { openWallet } from './account/open-wallet.ts'
import { openPort } from './page/open-port.ts'
import { openWindows, type Windows } from './page/open-windows.ts'
import { awaitHello, type FrameScope } from './page/take-hello.ts'
import type { Requests } from './requests/open-requests.ts'
import type { Vault } from './vault.ts'

/** The properties of the frame's `window` that the frame uses. */
export type FrameGlobalScope = FrameScope &
  StorageScope & { readonly fetch: typeof globalThis.fetch }

/**
 * Waits for the page's first message (hello), then answers the page's requests until the frame is
 * removed.
 */
export function startFrame(
  frameScope: FrameGlobalScope,
  project: VaultProject,
  scripts: Vault['scripts'],
): () => void {
  let stopFrame: () => void = () => {}
  const stopHello = awaitHello(frameScope, project, (greeting) => {
    // The frame opens its storage only at the first request, so that a failure can be reported
    // through the port.
    let frame: Promise<Frame> | undefined
    const port = openPort(greeting, async (request) => {
      frame ??= openFrame(frameScope, {
        project,
        scripts,
        tell: (event) => port.tell(event),
        site: greeting.site,
      })
      return (await frame).run(request)
    })
    const receiveWindowMessage = (event: MessageEvent<unknown>): void =>
      void frame?.then(
        ({ windows }) => windows.hear(event),
        () => {},
      )
    frameScope.addEventListener('message', receiveWindowMessage)
    stopFrame = () => {
      frameScope.removeEventListener('message', receiveWindowMessage)
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
  frameScope: FrameGlobalScope,
  dependencies: Pick<Vault, 'project' | 'scripts' | 'tell' | 'site'>,
): Promise<Frame> {
  const store = await openStore(await openDatabase(dependencies.project.project, frameScope))
  const fetch: typeof globalThis.fetch = (...call) => frameScope.fetch(...call)
  const vault: Vault = {
    ...dependencies,
    tell: (event) => {
      dependencies.tell(event)
      openedModules.windows?.serveAwaitedRelays()
    },
    origin: frameScope.origin,
    store,
    fetch,
    api: openVaultApi(store.device, { origin: frameScope.origin, fetch }),
  }
  const { tell, project } = vault
  const signIn = openSignIn(vault, (code) => tell({ event: 'session', session: null, code }))
  const logins = openLogins(vault, signIn)
  const openRequestControllers = new Map<number, AbortController>()
  const openedModules: {
    requests?: Requests
    loading?: Promise<Requests>
    emailChange?: Promise<EmailChange>
    windows?: Windows
    chains: readonly ChainId[]
  } = { chains: [] }
  const loadRequests = (): Promise<Requests> => {
    openedModules.loading ??= import('./requests/open-requests.ts').then(({ openRequests }) => {
      openedModules.requests = openRequests(vault, signIn)
      return openedModules.requests
    })
    return openedModules.loading
  }

  async function readSession(chains: readonly ChainId[]): Promise<VaultSession | null> {
    const storedSession = await signIn.current()
    if (!storedSession || !(await store.wallet())) return null
    const wallet = await openWallet(vault, signIn).catch((error: unknown) => {
      // When the gateway asks for a new proof of identity, or has removed this device, the session
      // ends without an error: nobody is signed in.
      if (hasCode(error, 'proof-needed') || hasCode(error, 'device-revoked')) return null
      throw error
    })
    if (wallet?.state !== 'ready') return null
    const { expiresAt } = storedSession
    return describeSession(project, wallet.account, wallet.record.addresses, { chains, expiresAt })
  }

  const windows = openWindows({
    vault,
    signIn,
    logins,
    approvals: () => openedModules.requests?.approvals ?? null,
    onChange: async (isEnded) =>
      tell({ event: 'session', session: isEnded ? null : await readSession(openedModules.chains) }),
  })

  const emailChange = (): Promise<EmailChange> => {
    openedModules.emailChange ??= import('./account/open-email-change.ts').then(
      ({ openEmailChange }) => openEmailChange(signIn, () => readSession(openedModules.chains)),
    )
    return openedModules.emailChange
  }

  async function runRequest(request: VaultRequest): Promise<unknown> {
    if ('chains' in request.params) openedModules.chains = request.params.chains
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
        const abortController = new AbortController()
        openRequestControllers.set(request.id, abortController)
        return (await loadRequests())
          .run(request.params, abortController.signal)
          .finally(() => openRequestControllers.delete(request.id))
      }
      case 'request-cancel':
        openRequestControllers.get(request.params.request)?.abort()
        return null
      case 'email-change':
        return (await emailChange()).beginChange(request.params.email)
      case 'email-code':
        return (await emailChange()).confirmCode(request.params.code)
      case 'email-resend':
        return (await emailChange()).resendCode()
      case 'window':
        windows.expect(request.params.window, request.params.id)
        return null
      case 'logout':
        for (const abortController of openRequestControllers.values()) {
          abortController.abort()
        }
        logins.cancel()
        await signIn.endSession(request.params.everywhere)
        tell({ event: 'session', session: null })
        return null
    }
  }
  openedModules.windows = windows
  return { windows, run: (request) => runRequest(request).finally(windows.serveAwaitedRelays) }
}
