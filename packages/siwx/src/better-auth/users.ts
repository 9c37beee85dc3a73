import { type AccountId, addressOf, namespaceOf } from '@latchkey/protocol'
import type { GenericEndpointContext, Session, User } from 'better-auth'
import { refuse } from '../errors/siwx-error.ts'
import type { Signer } from '../families/verify-eip155.ts'
import { makeNonce } from '../proof/random.ts'
import type { SiwxSession } from '../session/sessions.ts'

/**
 * A session of better-auth and its user. `siwxAccount` is the account that signed in; it is absent
 * when the visitor signed in by other means.
 */
export interface OwnSession {
  readonly session: Session & { readonly siwxAccount?: string | null }
  readonly user: User
}

/** An account whose proof was accepted, and whether its key or its contract signed. */
export interface Proved {
  readonly account: AccountId
  readonly signer: Signer
}

interface WalletAccount {
  readonly id: string
  readonly account: AccountId
  readonly userId: string
}

const model = 'walletAccount'

/** The accounts of a user, the oldest first. */
export async function linkedAccounts(
  { context }: GenericEndpointContext,
  userId: string,
): Promise<readonly AccountId[]> {
  const rows = await context.adapter.findMany<WalletAccount>({
    model,
    where: [{ field: 'userId', value: userId }],
    sortBy: { field: 'createdAt', direction: 'asc' },
  })
  return rows.map(({ account }) => account)
}

/** The session in the shape that the client reads; null when no account is linked to the user. */
export async function completeSession(
  context: GenericEndpointContext,
  { session, user }: OwnSession,
): Promise<SiwxSession | null> {
  const accounts = await linkedAccounts(context, user.id)
  const first = accounts.filter((account) => account === session.siwxAccount)
  const others = accounts.filter((account) => account !== session.siwxAccount)
  if (accounts.length === 0) return null
  return {
    accounts: [...first, ...others],
    expiresAt: new Date(session.expiresAt).toISOString(),
  }
}

/**
 * Returns the user of an account, and creates one at the account's first sign-in. An Ethereum-like
 * account whose key signed belongs to the same user on every chain; a contract does not, because
 * its address on another chain may belong to somebody else.
 */
export async function findOrCreateUser(
  context: GenericEndpointContext,
  proved: Proved,
): Promise<User> {
  const { account } = proved
  const found = await findUser(context, account)
  if (found) return found
  const { internalAdapter } = context.context
  const owner = await findOwnerOfKey(context, proved)
  if (owner) {
    await linkTo(context, owner.id, proved)
    return owner
  }
  // better-auth requires an email address for each user. Nobody can own an address below
  // `.invalid`, and nothing is ever sent to it.
  const email = `${makeNonce()}@siwx.invalid`
  const user = await internalAdapter.createUser({ name: account, email }, { method: 'siwx' })
  try {
    await insert(context, user.id, proved)
    return user
  } catch (error) {
    // Another sign-in of the same account at the same time has created its user first.
    await internalAdapter.deleteUser(user.id)
    const other = await findUser(context, account)
    if (other) return other
    throw error
  }
}

/**
 * Links an account whose proof was accepted to a user.
 * @throws `account-linked-elsewhere`
 */
export async function linkTo(
  context: GenericEndpointContext,
  userId: string,
  proved: Proved,
): Promise<void> {
  const { account } = proved
  const row = await findRow(context, account)
  if (row && row.userId !== userId) refuse('account-linked-elsewhere')
  if (row) return
  await insert(context, userId, proved).catch(async (error) => {
    const winner = await findRow(context, account)
    if (!winner) throw error
    if (winner.userId !== userId) refuse('account-linked-elsewhere')
  })
}

/**
 * Unlinks an account from the user of a session. The user's other sessions that this account opened
 * end; the given session continues, with the next linked account in its place.
 * @throws `account-not-linked` | `account-last` when the user would have no way left to sign in
 */
export async function unlinkFrom(
  context: GenericEndpointContext,
  own: OwnSession,
  removed: AccountId,
): Promise<OwnSession> {
  const { adapter, internalAdapter } = context.context
  const { user, session } = own
  const accounts = await linkedAccounts(context, user.id)
  if (!accounts.includes(removed)) refuse('account-not-linked')
  const hasOtherWay = (await internalAdapter.findAccounts(user.id)).length > 0
  if (accounts.length === 1 && !hasOtherWay) refuse('account-last')
  await adapter.delete({ model, where: [{ field: 'account', value: removed }] })
  const sessions: readonly OwnSession['session'][] = await internalAdapter.listSessions(user.id)
  const ended = sessions.filter(
    ({ token, siwxAccount }) => siwxAccount === removed && token !== session.token,
  )
  if (ended.length > 0) await internalAdapter.deleteSessions(ended.map(({ token }) => token))
  if (session.siwxAccount !== removed) return own
  const siwxAccount = accounts.find((account) => account !== removed) ?? null
  await internalAdapter.updateSession(session.token, { siwxAccount })
  return { user, session: { ...session, siwxAccount } }
}

async function insert(
  { context }: GenericEndpointContext,
  userId: string,
  proved: Proved,
): Promise<void> {
  const { account } = proved
  const data = { account, signerKey: keyOf(proved), userId, createdAt: new Date() }
  await context.adapter.create({ model, data })
}

function findRow(
  { context }: GenericEndpointContext,
  account: AccountId,
): Promise<WalletAccount | null> {
  return context.adapter.findOne({ model, where: [{ field: 'account', value: account }] })
}

async function findUser(
  context: GenericEndpointContext,
  account: AccountId,
): Promise<User | undefined> {
  const row = await findRow(context, account)
  const user = row ? await context.context.internalAdapter.findUserById(row.userId) : null
  return user ?? undefined
}

/**
 * The id of an Ethereum-like account's key without its chain, such as `eip155:0x…`; null for other
 * families, and when a contract signed.
 */
function keyOf({ account, signer }: Proved): string | null {
  const namespace = namespaceOf(account)
  return namespace === 'eip155' && signer === 'key' ? `${namespace}:${addressOf(account)}` : null
}

async function findOwnerOfKey(
  { context }: GenericEndpointContext,
  proved: Proved,
): Promise<User | undefined> {
  const key = keyOf(proved)
  if (key === null) return undefined
  const row = await context.adapter.findOne<WalletAccount>({
    model,
    where: [{ field: 'signerKey', value: key }],
  })
  return row ? ((await context.internalAdapter.findUserById(row.userId)) ?? undefined) : undefined
}
