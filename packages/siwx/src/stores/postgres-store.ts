import type { AccountId } from '@latchkey/protocol'
import type { SiwxStore, StoredChallenge, StoredSession } from './siwx-store.ts'

/** The part of a client or a pool of `pg` that the store uses. Each call is one statement. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>
}

/**
 * SQL that creates the store's tables and functions. Run it once, or put it into your migrations;
 * running it again changes nothing. Times are milliseconds since the epoch, by the clock of the
 * sign-in server. Linking locks its table inside a function, because the statements after the lock
 * then see what other transactions committed while the function waited for it.
 */
export const postgresTables: string = `
create table if not exists siwx_nonces (
  nonce text primary key, challenge jsonb not null, expires_at bigint not null);
create index if not exists siwx_nonces_expiry on siwx_nonces (expires_at);
create table if not exists siwx_sessions (
  key text primary key, session jsonb not null, expires_at bigint not null);
create index if not exists siwx_sessions_expiry on siwx_sessions (expires_at);
create table if not exists siwx_links (
  account text primary key, profile text not null, place bigint generated always as identity);
create index if not exists siwx_links_profile on siwx_links (profile, place);
create or replace function siwx_link(own text, added text, fresh text) returns boolean
language plpgsql as $$
declare home text;
begin
  lock table siwx_links in share row exclusive mode;
  insert into siwx_links (account, profile) values (own, fresh) on conflict do nothing;
  select profile into home from siwx_links where account = own;
  if exists (select from siwx_links a join siwx_links b on a.profile = b.profile
      where a.account = added and a.profile <> home and b.account <> added) then
    return false;
  end if;
  insert into siwx_links as link (account, profile) values (added, home)
    on conflict (account) do update set profile = home;
  return true;
end $$;
create or replace function siwx_unlink(own text, removed text) returns boolean
language plpgsql as $$
declare home text;
begin
  lock table siwx_links in share row exclusive mode;
  select profile into home from siwx_links where account = own;
  delete from siwx_links where account = removed and profile = home
    and exists (select from siwx_links where profile = home and account <> removed);
  return found;
end $$;
`

export declare namespace postgresStore {
  interface Options {
    /** Returns the present time in milliseconds since the epoch; default `Date.now`. */
    readonly now?: () => number
  }
}

/**
 * The statement that deletes at most 20 expired rows. It runs before each insert, so that no
 * scheduled job is needed.
 */
const sweep = (table: string, key: string): string =>
  `delete from ${table} where ${key} in (select ${key} from ${table} where expires_at <= $1
    order by expires_at limit 20 for update skip locked)`

/**
 * Creates a store in PostgreSQL, in three tables of its own. Run `postgresTables` once before.
 * @param client a pool or a client of `pg`, or any object with the same `query`
 *
 * @example
 * import { Pool } from 'pg'
 * const pool = new Pool({ connectionString: 'postgres://localhost/shop' })
 * await pool.query(postgresTables)
 * const siwx = createSiwx({ domain: 'shop.example', store: postgresStore(pool) })
 */
export function postgresStore(
  client: PostgresClient,
  options: postgresStore.Options = {},
): SiwxStore {
  const { now = Date.now } = options
  const first = async <Row>(text: string, values: unknown[]): Promise<Row | undefined> =>
    (await client.query(text, values)).rows[0] as Row | undefined
  return {
    async putNonce(nonce, challenge, expiresAt) {
      await client.query(sweep('siwx_nonces', 'nonce'), [now()])
      await client.query(
        'insert into siwx_nonces (nonce, challenge, expires_at) values ($1, $2, $3)',
        [nonce, JSON.stringify(challenge), expiresAt],
      )
    },
    async takeNonce(nonce) {
      // Two such deletions of the same row wait for each other, and the second one finds no row.
      const row = await first<{ challenge: StoredChallenge; live: boolean }>(
        'delete from siwx_nonces where nonce = $1 returning challenge, expires_at > $2 as live',
        [nonce, now()],
      )
      return row?.live ? row.challenge : undefined
    },
    async putSession(key, session) {
      await client.query(sweep('siwx_sessions', 'key'), [now()])
      await client.query(
        'insert into siwx_sessions (key, session, expires_at) values ($1, $2, $3)',
        [key, JSON.stringify(session), session.expiresAt],
      )
    },
    async readSession(key) {
      const row = await first<{ session: StoredSession }>(
        'select session from siwx_sessions where key = $1 and expires_at > $2',
        [key, now()],
      )
      return row?.session
    },
    async deleteSession(key) {
      await client.query('delete from siwx_sessions where key = $1', [key])
    },
    async readLinked(account) {
      const { rows } = await client.query(
        `select account from siwx_links
         where profile = (select profile from siwx_links where account = $1) order by place`,
        [account],
      )
      const accounts = (rows as { account: AccountId }[]).map((row) => row.account)
      return accounts.length > 0 ? accounts : [account]
    },
    async link(account, added) {
      const row = await first<{ done: boolean }>('select siwx_link($1, $2, $3) as done', [
        account,
        added,
        crypto.randomUUID(),
      ])
      return row?.done === true
    },
    async unlink(account, removed) {
      const row = await first<{ done: boolean }>('select siwx_unlink($1, $2) as done', [
        account,
        removed,
      ])
      return row?.done === true
    },
  }
}
