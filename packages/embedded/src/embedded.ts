import type { AuthEvent, AuthFeatures, Transport } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import type { IdentityKind } from '@latchkey/protocol/vault'
import { type StartedSignIn, vaultStorageKey, waitingSignInKey } from './contract.ts'
import type { VaultPage } from './page/vault-page.ts'

export interface EmbeddedOptions {
  /** Origin of the vault, on another site than the page: `http://vault.localhost:4302`. */
  readonly vault: string
  /** Name of the page's project in the vault operator's configuration; default `default`. */
  readonly project?: string
  /** Ways to log in, in the order to show; default email and all social accounts. */
  readonly ways?: readonly IdentityKind[]
  /** Id of the connector; default `embedded`. */
  readonly id?: string
}

const allSignInMethods = 'email google x farcaster discord apple github facebook'.split(
  ' ',
) as readonly IdentityKind[]

/**
 * A transport of the kit for a wallet that a vault holds and that visitors open by email or social
 * account. Nothing of the vault is loaded before the visitor has chosen a login, unless a session
 * was stored.
 * @throws `config-invalid`
 */
export function embedded({
  vault,
  project = 'default',
  ways = allSignInMethods,
  id = 'embedded',
}: EmbeddedOptions): Transport {
  if (!/^https?:\/\/[^\s/?#@]+$/.test(vault) || !/^[\w-]{1,64}$/.test(project))
    throw new LatchkeyError('config-invalid', {
      reason: 'embedded: `vault` is no origin, or `project` no name',
    })
  const listeners = new Set<(event: AuthEvent) => void>()
  let nextSignIn: StartedSignIn | undefined
  let frameContainer: Element | undefined
  let page: VaultPage | undefined
  let loadingPage: Promise<VaultPage> | undefined
  const vaultAddress = (kind: string, fragment: string): string =>
    `${vault}/p/${kind}/${project}#${fragment}`
  const readWaitingSignIn = (): StartedSignIn | undefined => {
    try {
      const [login = '', kind, ...chains] = sessionStorage[waitingSignInKey].split(' ')
      return ways.includes(kind) ? { login, way: { kind }, isBlocked: true, chains } : undefined
    } catch {
      return undefined
    }
  }
  const notifyListeners = (event: AuthEvent): void => {
    for (const listener of listeners) {
      listener(event)
    }
  }
  const loadPage = (): Promise<VaultPage> => {
    loadingPage ??= import('./page/open-vault.ts').then(
      ({ openVault }) => {
        page = openVault({
          vault,
          project,
          address: vaultAddress,
          getHome: () => frameContainer,
          tell: notifyListeners,
        })
        return page
      },
      (error) => {
        // A module that could not be loaded is loaded again by the next call.
        loadingPage = undefined
        throw error
      },
    )
    return loadingPage
  }
  type LoadedAuthMethod =
    | 'answer'
    | 'resend'
    | 'changeEmail'
    | 'answerEmail'
    | 'resendEmail'
    | 'look'
    | 'signOut'
  const callOnceLoaded =
    <N extends LoadedAuthMethod>(name: N) =>
    async (parameter?: unknown): Promise<never> =>
      (await loadPage())[name](parameter as never) as never
  const auth: AuthFeatures = {
    ways,
    begin: (way) => {
      nextSignIn = { way, login: newId(), isBlocked: false }
      return way.kind === 'email' || way.kind === 'farcaster'
        ? {}
        : { url: vaultAddress('login', nextSignIn.login) }
    },
    opened: (handle) => {
      if (nextSignIn) nextSignIn = { ...nextSignIn, handle, isBlocked: !handle }
    },
    waiting: () => readWaitingSignIn()?.way.kind ?? null,
    leaving: () => page?.leaving(),
    session: () => page?.session() ?? null,
    watch: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    open: (window) => {
      if (!page) throw new LatchkeyError('auth-not-connected')
      return page.open(window, newId())
    },
    reject: () => page?.reject(),
    frame: () => page?.frame() ?? null,
    home: (parent) => {
      frameContainer = parent
      page?.moveHome()
    },
    answer: callOnceLoaded('answer'),
    resend: callOnceLoaded('resend'),
    changeEmail: callOnceLoaded('changeEmail'),
    answerEmail: callOnceLoaded('answerEmail'),
    resendEmail: callOnceLoaded('resendEmail'),
    look: callOnceLoaded('look'),
    signOut: callOnceLoaded('signOut'),
  }
  return {
    id,
    wallet: { name: 'Email or social account', keys: [], origin: 'auth' },
    auth,
    // A login by redirect, for which the visitor left this page, may be waiting to be continued.
    isWaiting: () => readWaitingSignIn() !== undefined,
    start: async (request) => {
      const startedSignIn = nextSignIn ?? readWaitingSignIn()
      nextSignIn = undefined
      if (!startedSignIn)
        throw new LatchkeyError('connection-failed', { reason: 'no way to sign in was chosen' })
      return (await loadPage()).start(startedSignIn, request)
    },
    restore: async (context, signal) => {
      const startedSignIn = readWaitingSignIn()
      if (!startedSignIn && !context.storage?.getItem(vaultStorageKey(context.kit))) return []
      return (await loadPage()).restore(startedSignIn, context, signal)
    },
  }
}

/** Makes a random id: 32 bytes as base64url. */
const newId = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .slice(0, 43)
