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

/** Longest delay that a timer takes. */
const maxTimerMs = 2_147_483_647

interface Follower {
  isStarted?: boolean
  /** The first look at the server's session; undefined before anybody has asked. */
  check?: Promise<void>
  /** Whether the server did not answer when it was last asked for the session. */
  hasFailed?: boolean
  /** The sign-out that was last sent to the server. */
  signOut: Promise<void>
  timer?: ReturnType<typeof setTimeout>
}

const followerOf: (kit: Kit) => Follower = perKit(() => ({ signOut: Promise.resolve() }))

/**
 * Asks the server once for the session of an earlier page, without any prompt, and from then on
 * holds session and connection to each other. Does nothing without a server; resolves once the
 * server has answered, and never rejects.
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
 * Whether nobody is to be asked, because the kit's gateway is the server, and its operator has
 * switched the sign-in off, or it does not answer. Known once `followSignIn` has resolved.
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

/** The sign-out that was last sent to the server; it rejects when the server could not be told. */
export function pendingSignOut(kit: Kit): Promise<void> {
  return followerOf(kit).signOut.catch(() => undefined)
}

/**
 * The sign-out that `disconnect` has brought about.
 * @throws what the provider throws
 */
export function lastSignOut(kit: Kit): Promise<void> {
  return followerOf(kit).signOut
}

/**
 * Asks the server for the session and puts its answer into the state.
 * @throws `authentication-failed`
 */
export async function checkSession(kit: Kit): Promise<SignInSession | null> {
  const provider = providerOf(kit)
  if (!provider) return null
  startFollowing(kit)
  const before = kit.getState().signIn
  const session = await askSession(provider).catch((error) => {
    // The server did not answer: whoever is not signed in counts as signed out.
    followerOf(kit).hasFailed = true
    dropCheck(kit)
    throw error
  })
  followerOf(kit).hasFailed = false
  const { signIn } = kit.getState()
  // A visitor who has signed in while the server was asked has a newer session than the answer.
  if (signIn.status === 'signed-in' && signIn !== before) return signIn.session
  if (session && !isBound(kit, session)) {
    // A session that another account left is of no use to this one.
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

/** Ends the state `checking`. */
function dropCheck(kit: Kit): void {
  if (kit.getState().signIn.status === 'checking') kit[inside].dispatch({ type: 'sign-in-dropped' })
}

/** Whether a session names an account, on any chain of its family. */
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

/** Marks the visitor as signed out, without telling the server; nothing when nobody is signed in. */
export function endSession(kit: Kit, reason: SignOutReason): void {
  const { signIn } = kit.getState()
  const account = signIn.status === 'signed-in' ? signIn.session.accounts[0] : undefined
  if (account !== undefined) kit[inside].dispatch({ type: 'signed-out', account, reason })
}

/**
 * Ends the session whose wallet was locked, and has now gone for good. `ended`: what the locked
 * wallets had granted.
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
  // Other tabs of the site listen to this entry. They ask the server, and believe only its answer.
  if (event.type === 'signed-in' && !event.isResumed) writeStored(kit, 'sign-in', Date.now())
  if (event.type === 'signed-out' && event.reason !== 'elsewhere')
    writeStored(kit, 'sign-in', undefined)
  const { signIn } = kit.getState()
  if (signIn.status === 'signed-in') bindSession(kit, signIn.session, event, state, previous)
  else if (signIn.status === 'asking') bindQuestion(kit, signIn.account, state, previous)
}

/**
 * The rule: the session belongs to the account that signed in. Another account of its family ends
 * it, and so does the end of its connection; a wallet that is only locked does not.
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

/** A question follows the account that the wallet shows, and ends with the connection. */
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

/** Whether the connected account of the session's family, if there is one, is of the session. */
function isBound(kit: Kit, session: SignInSession): boolean {
  const [first] = session.accounts
  const selected = first && selectedIn(kit.getState(), namespaceOf(first))
  return selected === undefined || isOfSession(kit, session, selected)
}

/** The account that the connected wallet of a family shows. */
export function selectedIn(
  { active, connections }: State,
  namespace: Namespace,
): AccountId | undefined {
  return sessionOf(readOwnField(connections, readOwnField(active, namespace)), namespace)?.selected
}

function isSame(a: SignInSession, b: SignInSession): boolean {
  return a.expiresAt === b.expiresAt && a.accounts.join() === b.accounts.join()
}
