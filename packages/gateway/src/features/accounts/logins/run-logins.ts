import type { LoginState, VaultCalls } from '@latchkey/protocol/vault'
import type { z } from 'zod'
import { isAllowedOrigin } from '../../../base/allowed-origin.ts'
import type { ProjectStore } from '../../../data/project-store.ts'
import type { Accounts, Audit, Device } from '../contract.ts'
import type { Notices } from '../protect/notices.ts'
import { refuseVault } from '../refuse-vault.ts'
import type { RowWatch } from '../watch-rows.ts'
import { hashText, isSameDigest } from './hash-text.ts'
import type { Identities } from './identities.ts'
import { type LoginRow, readLoginStanding } from './login-state.ts'
import type { LoginStore } from './login-store.ts'
import { refuseLogin } from './refuse-login.ts'
import type { loginShapes } from './shapes.ts'

/**
 * Milliseconds from the registration of a sign-in within which the vault's frame must collect its
 * result.
 */
export const loginMs = 600_000
const longestWaitMs = 20_000
/** Milliseconds that a login window waits until the page has registered its sign-in. */
const registrationWaitMs = 6_000

/** A channel that was opened at Farcaster's relay. */
export interface OpenedChannel {
  readonly channel: string
  readonly nonce: string
  readonly uri: string
  /** Lifetime of the channel in milliseconds. */
  readonly lifeMs: number
  readonly pollAt: number
}

export interface LoginDependencies {
  readonly store: LoginStore
  readonly watch: RowWatch<LoginRow>
  readonly identities: Identities
  readonly accounts: Pick<Accounts, 'prove'>
  readonly projects: ProjectStore
  readonly audit: Audit
  readonly notices: Pick<Notices, 'tell'>
  readonly now: () => number
  /**
   * Origin of the vault. A device whose page has this origin is one of the vault's own windows and
   * has no site.
   */
  readonly origin: string
  /** Whether the operator offers sign-in with the provider. */
  readonly isOffered: (provider: string) => boolean
  /** Opens Farcaster channels; absent when sign-in with Farcaster is not offered. */
  readonly channels?: { openChannel(): Promise<OpenedChannel>; wakePolling(): void } | undefined
}

/** The device that signed the call with its key. */
export type LoginAsker = Pick<Device, 'id' | 'label' | 'caller'>

type Body<K extends keyof typeof loginShapes> = z.output<(typeof loginShapes)[K]>
type Answer<K extends keyof VaultCalls> = VaultCalls[K]['answer']

/** Operations on the sign-ins that visitors complete in a window of the vault. */
export interface RunLogins {
  /**
   * Registers a sign-in.
   * @param account - account to which the proved identity is added; null when the visitor signs in
   * with that identity
   */
  registerLogin(
    body: Body<'register'>,
    asker: LoginAsker,
    account: string | null,
  ): Promise<Answer<'POST /api/logins'>>
  waitForChange(body: Body<'wait'>, asker: LoginAsker, signal: AbortSignal): Promise<LoginState>
  /**
   * Returns what the login window shows.
   * @param browser - the browser's cookie, if any: the number and the question for agreement are
   * shown only in the browser to which the sign-in is bound
   */
  describeLogin(
    body: Body<'look'>,
    browser: string | undefined,
    signal: AbortSignal,
  ): Promise<Answer<'POST /api/logins/look'>>
  /**
   * Continues a sign-in from its window: records the visitor's agreement, or binds the sign-in to
   * the browser.
   * @param browser - the browser's cookie
   */
  continueInWindow(body: Body<'proceed'>, browser: string): Promise<void>
  /**
   * Checks the number that the visitor typed into the page.
   * @throws `code-wrong`, `login-number-wrong` at the last try
   */
  confirmNumber(body: Body<'confirm'>, asker: LoginAsker): Promise<void>
  recordHeartbeat(body: Body<'beat'>): Promise<void>
}

export function runLogins(dependencies: LoginDependencies): RunLogins {
  const { store, watch, identities, accounts, projects, audit, origin, now } = dependencies

  /**
   * Finds a sign-in by its id. The refusal of an unknown id has status 404, because the page may
   * still register it; status 409 means that a sign-in is over.
   */
  async function findLogin(login: string): Promise<LoginRow> {
    const row = await store.find(hashText(login))
    if (!row) throw refuseLogin('login-expired', 404)
    return row
  }

  /** Finds a sign-in and checks that the calling frame registered it. */
  async function findOwnLogin(
    { login, secret }: { readonly login: string; readonly secret: string },
    asker: LoginAsker,
  ) {
    const row = await findLogin(login)
    if (!isSameDigest(row.secret, hashText(secret)) || row.device !== asker.id)
      throw refuseLogin('login-expired', 404)
    return row
  }

  async function handOverIdentity(row: LoginRow, asker: LoginAsker): Promise<LoginState> {
    const identity = await store.collectIdentity(row)
    const device = { ...asker, project: row.project, site: row.site === origin ? null : row.site }
    if (row.accountId === null)
      return { state: 'proved', proved: await accounts.prove(identity, device) }
    const isAdded = await identities.addIdentity(row.accountId, asker.id, identity)
    const auditEvent = `${isAdded ? 'identity-added' : 'identity-refused'} ${identity.kind}`
    audit({
      account: row.accountId,
      what: auditEvent,
      device: asker.id,
      ...(isAdded ? {} : { code: 'identity-taken' }),
    })
    if (isAdded)
      await dependencies.notices.tell(
        'sign-in-changed',
        { account: row.accountId, device: asker.id },
        'freeze',
      )
    return isAdded ? { state: 'added' } : { state: 'failed', code: 'identity-taken' }
  }

  return {
    async registerLogin({ project: id, login, secret, provider, site }, asker, account) {
      const project = await projects.find(id)
      if (!project || !(site === origin || isAllowedOrigin(site, project.origins)))
        throw refuseVault('vault-refused')
      if (!dependencies.isOffered(provider)) throw refuseLogin('login-refused', 403)
      // Farcaster cannot be added to an existing account: the visitor must agree to an addition in
      // a window of the vault, and a Farcaster sign-in opens no window.
      if (provider === 'farcaster' && account !== null) throw refuseLogin('login-refused', 403)
      await store.sweep()
      const openedChannel =
        provider === 'farcaster' ? await dependencies.channels?.openChannel() : undefined
      const { uri, lifeMs = loginMs, ...channel } = openedChannel ?? {}
      const expiresAt = now() + lifeMs
      await store.registerLogin({
        id: hashText(login),
        secret,
        project: id,
        provider,
        site,
        device: asker.id,
        label: asker.label,
        accountId: account,
        isConfirmed: openedChannel !== undefined,
        createdAt: now(),
        expiresAt,
        ...channel,
      })
      return { expiresAt, ...(uri === undefined ? {} : { uri }) }
    },
    async waitForChange({ login, secret, seen }, asker, signal) {
      const id = hashText(login)
      const firstRow = await findOwnLogin({ login, secret }, asker)
      if (firstRow.channel !== null) dependencies.channels?.wakePolling()
      const isChanged = (row: LoginRow | undefined) =>
        readLoginStanding(row, now()) !== seen || seen === 'proved'
      const changedRow = isChanged(firstRow)
        ? { row: firstRow }
        : await watch.until(
            id,
            (row) => (isChanged(row) ? { row } : undefined),
            longestWaitMs,
            signal,
          )
      const row = changedRow ? changedRow.row : await store.find(id)
      const state = readLoginStanding(row, now())
      if (row?.state === 'collected') throw refuseLogin('login-expired', 409)
      if (!row || state === 'over') return { state: 'failed', code: 'login-expired' }
      if (state === 'failed') return { state, code: row.code ?? 'login-refused' }
      // The frame that waited has disconnected, so the identity cannot be handed over to it now.
      if (state === 'proved' && signal.aborted) throw refuseLogin('login-expired', 409)
      return state === 'proved' ? handOverIdentity(row, asker) : { state }
    },
    async describeLogin({ login }, browser, signal) {
      // The login window waits for its sign-in, because the page's frame may register it a moment
      // after the window opened.
      const id = hashText(login)
      const row =
        (await store.find(id)) ??
        (await watch.until(id, (found) => found, registrationWaitMs, signal))
      if (!row) throw refuseLogin('login-expired', 404)
      const { provider, site, accountId, identity, state } = row
      if (row.expiresAt <= now()) throw refuseLogin('login-expired', 409)
      const loginSource = { provider: provider as Body<'register'>['provider'], site }
      const account = accountId === null ? {} : { account: await identities.findLabel(accountId) }
      if (state === 'awaited' || state === 'open' || state === 'away')
        return { ...loginSource, ...account }
      const isSameBrowser = browser !== undefined && row.browser === hashText(browser)
      if (!isSameBrowser || !identity || state !== 'proved') throw refuseLogin('login-expired', 409)
      const identityField = row.isAgreed || accountId === null ? {} : { identity: identity.label }
      const numberField = row.isConfirmed || row.number === null ? {} : { number: row.number }
      return { ...loginSource, ...account, ...identityField, ...numberField }
    },
    async continueInWindow(body, browser) {
      const row = await findLogin(body.login)
      if ('agreed' in body) return store.recordAgreement(row.id, hashText(browser))
      if ('vouched' in body && body.site !== row.site) throw refuseLogin('login-refused', 403)
      return store.bindBrowser(row.id, hashText(browser), 'vouched' in body)
    },
    async confirmNumber({ number, ...body }, asker) {
      const { id } = await findOwnLogin(body, asker)
      if (await store.confirmNumber(id, number)) return
      const row = await store.find(id)
      throw row?.state === 'failed'
        ? refuseLogin('login-number-wrong', 403)
        : refuseVault('code-wrong')
    },
    async recordHeartbeat({ login, leaving }) {
      const { id } = await findLogin(login)
      await store.recordHeartbeat(id, leaving)
    },
  }
}
