import { type AccountId, addressOf, chainOf, type Namespace, namespaceOf } from '@latchkey/protocol'
import type { SignInSession } from '../contract/sign-in-provider.ts'
import type { KitEvent, SignOutReason } from '../machine/event.ts'
import { sessionOf } from '../machine/get-account.ts'
import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { perKit } from '../machine/per-kit.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import { reduceSignIn } from '../machine/reduce-sign-in.ts'
import type { LastSession, State } from '../machine/state.ts'
import { storageKey } from '../storage/stored.ts'
import { writeStored } from '../storage/write-stored.ts'
import { askSession, providerOf } from './ask-server.ts'

/** The longest delay that `setTimeout` takes, in milliseconds. */
const maxTimerMs = 2_147_483_647

interface Follower {
  isStarted?: boolean
  /** The first request for the server's session; undefined until it is made. */
  check?: Promise<void>
  /** Whether the server did not answer when it was last asked for the session. */
  hasFailed?: boolean
  /** The last request to the server to end the session. */
  signOut: Promise<void>
  timer?: ReturnType<typeof setTimeout>
}

const followerOf: (kit: Kit) => Follower = perKit(() => ({ signOut: Promise.resolve() }))

/**
 * Asks the server once for the session of an earlier page, without any prompt. From then on the
 * session is ended when the connection of its account ends or changes. In a kit without a server to
 * sign in to, nothing happens. Resolves once the server has answered, and never rejects.
 */
export function followSignIn(kit: Kit): Promise<void> {
  const follower = followerOf(kit)
  if (!providerOf(kit)) return Promise.resolve()
  follower.check ??= checkSession(kit).then(
    () => undefined,
    () => undefined,
  )
  return follower.check
}

/**
 * Returns whether visitors must not be asked to sign in because the server would be the kit's
 * gateway, and either its operator has switched the sign-in off or the gateway does not answer. The
 * result is reliable once `followSignIn` has resolved.
 */
export function isSignInOff(kit: Kit): boolean {
  const isOff = kit.getState().features.signIn === false || followerOf(kit).hasFailed === true
  return !kit.options.signIn?.provider && isOff
}

function startFollowing(kit: Kit): void {
  const follower = followerOf(kit)
  if (follower.isStarted) return
  follower.isStarted = true
  kit[inside].learn({ sign: reduceSignIn, signed: reduceSignIn })
  kit.watch((event, state, previous) => handleEvent(kit, event, state, previous))
  globalThis.addEventListener?.('storage', ({ key }: StorageEvent) => {
    if (key === storageKey(kit, 'sign-in')) void checkSession(kit).catch(() => undefined)
  })
  kit[inside].dispatch({ type: 'sign-in-checking' })
}

/** Waits until the last sign-out that was sent to the server has been answered; never rejects. */
export function pendingSignOut(kit: Kit): Promise<void> {
  return followerOf(kit).signOut.catch(() => undefined)
}

/**
 * Waits for the last sign-out that was sent to the server, such as the one that `disconnect`
 * caused.
 * @throws what the provider throws
 */
export function lastSignOut(kit: Kit): Promise<void> {
  return followerOf(kit).signOut
}

/**
 * Asks the server for the present session and puts the answer into the state.
 * @throws `authentication-failed`
 */
export async function checkSession(kit: Kit): Promise<SignInSession | null> {
  const provider = providerOf(kit)
  if (!provider) return null
  startFollowing(kit)
  const before = kit.getState().signIn
  const session = await askSession(provider).catch((error) => {
    // When the server does not answer, a visitor who is not signed in counts as signed out.
    followerOf(kit).hasFailed = true
    dropCheck(kit)
    throw error
  })
  followerOf(kit).hasFailed = false
  const { signIn } = kit.getState()
  // When the visitor has signed in while the server was asked, that session is newer than the
  // answer.
  if (signIn.status === 'signed-in' && signIn !== before) return signIn.session
  if (session && !isBound(kit, session)) {
    // The server's session is of an earlier account, and the connected account cannot use it.
    void sendSignOut(kit)
    endSession(kit, 'account-changed')
    dropCheck(kit)
    return null
  }
  if (session) {
    const isKnown = signIn.status === 'signed-in' && isSame(signIn.session, session)
    if (!isKnown) kit[inside].dispatch({ type: 'signed-in', session, isResumed: true })
  } else endSession(kit, 'elsewhere')
  dropCheck(kit)
  return session
}

/** Ends the state `checking`: the visitor then counts as signed out. */
function dropCheck(kit: Kit): void {
  if (kit.getState().signIn.status === 'checking') kit[inside].dispatch({ type: 'sign-in-dropped' })
}

/** Whether a session names an account, on whichever chain of its family. */
export function isOfSession(kit: Kit, { accounts }: SignInSession, account: AccountId): boolean {
  const namespace = namespaceOf(account)
  const adapter = readOwnField(kit.adapters, namespace)
  return accounts.some(
    (one) =>
      namespaceOf(one) === namespace &&
      (addressOf(one) === addressOf(account) ||
        (adapter?.isSameAddress(addressOf(one), addressOf(account)) ?? false)),
  )
}

/**
 * Marks the visitor as signed out in the state, without telling the server. Does nothing when the
 * visitor is not signed in.
 */
export function endSession(kit: Kit, reason: SignOutReason): void {
  const { signIn } = kit.getState()
  const account = signIn.status === 'signed-in' ? signIn.session.accounts[0] : undefined
  if (account !== undefined) kit[inside].dispatch({ type: 'signed-out', account, reason })
}

/**
 * Ends the session when the wallet of its account was locked and has now been disconnected.
 * `ended`: what the locked wallets had granted.
 */
export function endWithWallet(kit: Kit, ended: readonly LastSession[]): void {
  const state = kit.getState()
  const [first] = state.signIn.status === 'signed-in' ? state.signIn.session.accounts : []
  if (!first || kit.options.signIn?.signOutOnDisconnect === false) return
  const namespace = namespaceOf(first)
  const isItsWallet = ended.some(({ sessions }) =>
    sessions.some((session) => session.namespace === namespace),
  )
  if (!isItsWallet || selectedIn(state, namespace) !== undefined) return
  void sendSignOut(kit)
  endSession(kit, 'disconnected')
}

/** Tells the server that the visitor has signed out. */
export function sendSignOut(kit: Kit): Promise<void> {
  const follower = followerOf(kit)
  follower.signOut = Promise.resolve(providerOf(kit)?.signOut())
  follower.signOut.catch(() => undefined)
  return follower.signOut
}

function handleEvent(kit: Kit, event: KitEvent, state: State, previous: State): void {
  const follower = followerOf(kit)
  if (event.type === 'signed-in') scheduleExpiry(kit, event.session)
  if (event.type === 'signed-out') clearTimeout(follower.timer)
  // Other tabs of the site watch this entry of storage. When it changes they ask the server, and
  // rely only on its answer.
  if (event.type === 'signed-in' && !event.isResumed) writeStored(kit, 'sign-in', Date.now())
  if (event.type === 'signed-out' && event.reason !== 'elsewhere')
    writeStored(kit, 'sign-in', undefined)
  const { signIn } = kit.getState()
  if (signIn.status === 'signed-in') bindSession(kit, signIn.session, event, state, previous)
  else if (signIn.status === 'asking') bindQuestion(kit, signIn.account, state, previous)
}

/**
 * Ends the session when its account is gone: when the wallet changes to another account of the same
 * family, when the connection ends, or, if the site owner wants it, when the chain changes. A
 * wallet that is only locked does not end the session.
 */
function bindSession(
  kit: Kit,
  session: SignInSession,
  event: KitEvent,
  state: State,
  previous: State,
): void {
  const { onAccountChange, onChainChange, signOutOnDisconnect = true } = kit.options.signIn ?? {}
  const namespace = namespaceOf(session.accounts[0] ?? ('::' as AccountId))
  const [selected, before] = [selectedIn(state, namespace), selectedIn(previous, namespace)]
  const leave = (reason: SignOutReason, asked?: AccountId | false): void => {
    void sendSignOut(kit)
    endSession(kit, reason)
    if (asked) kit[inside].dispatch({ type: 'sign-in-asked', account: asked, isInWallet: false })
  }
  if (selected !== undefined && !isOfSession(kit, session, selected))
    leave('account-changed', onAccountChange === 'ask' && selected)
  else if (selected === undefined && before !== undefined) {
    const isLocked = event.type === 'session-ended' && event.isLocked === true
    if (signOutOnDisconnect && !isLocked) leave('disconnected')
  } else if (
    onChainChange === 'ask' &&
    selected !== undefined &&
    before !== undefined &&
    chainOf(selected) !== chainOf(before)
  )
    leave('chain-changed', selected)
}

/**
 * While the visitor is asked to sign in: asks for the new account when the wallet changes its
 * account, and no longer asks when the connection ends.
 */
function bindQuestion(kit: Kit, asked: AccountId, state: State, previous: State): void {
  const namespace = namespaceOf(asked)
  const selected = selectedIn(state, namespace)
  if (selected === selectedIn(previous, namespace)) return
  kit[inside].dispatch(
    selected === undefined
      ? { type: 'sign-in-dropped' }
      : { type: 'sign-in-asked', account: selected, isInWallet: false },
  )
}

function scheduleExpiry(kit: Kit, { expiresAt }: SignInSession): void {
  const follower = followerOf(kit)
  clearTimeout(follower.timer)
  if (expiresAt === undefined) return
  const wait = (): void => {
    const remainingMs = Date.parse(expiresAt) - Date.now()
    if (remainingMs <= 0) endSession(kit, 'expired')
    else follower.timer = setTimeout(wait, Math.min(remainingMs, maxTimerMs))
  }
  wait()
}

/**
 * Whether the session is of the connected account of its family; also true when no wallet of that
 * family is connected.
 */
function isBound(kit: Kit, session: SignInSession): boolean {
  const [first] = session.accounts
  const selected = first && selectedIn(kit.getState(), namespaceOf(first))
  return selected === undefined || isOfSession(kit, session, selected)
}

/**
 * The account that the active wallet of a namespace has selected; undefined when none is connected.
 */
export function selectedIn(
  { active, connections }: State,
  namespace: Namespace,
): AccountId | undefined {
  return sessionOf(readOwnField(connections, readOwnField(active, namespace)), namespace)?.selected
}

function isSame(a: SignInSession, b: SignInSession): boolean {
  return a.expiresAt === b.expiresAt && a.accounts.join() === b.accounts.join()
}
