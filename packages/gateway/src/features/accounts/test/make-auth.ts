import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../../data/open-database.ts'
import type { Database } from '../../../data/sql.ts'
import type { SendMail } from '../../mail/send-mail.ts'
import type { Device, Identity } from '../contract.ts'
import { keyFile } from '../keys/key-file.ts'
import { type Auth, type AuthOptions, openAuth } from '../open-auth.ts'

export type SentMail = Parameters<SendMail>[0]

/** An `Auth` on an empty PGlite: its clock stands until it is moved, its mails lie in a list. */
export interface MadeAuth extends Auth {
  readonly database: Database
  readonly folder: string
  readonly mails: Auth['mails']
  readonly sent: SentMail[]
  readonly logged: string[]
  readonly clock: { at: number }
  /** The code of the newest mail to that address. */
  codeFor(email: string): Promise<string>
  close(): Promise<void>
}

/**
 * Opens it all; PGlite takes a second or two, so once a file. @param url - of a PostgreSQL instead
 */
export async function makeAuth(more: Partial<AuthOptions> = {}, url?: string): Promise<MadeAuth> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-auth-'))
  const database = await openDatabase({ url })
  const clock = { at: Date.UTC(2026, 0, 2) }
  const sent: SentMail[] = []
  const logged: string[] = []
  const noteLine = (fields: object, message: string) =>
    logged.push(JSON.stringify({ ...fields, message }))
  const auth = await openAuth({
    db: database.db,
    keys: keyFile(join(folder, 'vault.key')),
    deliver: async (mail) => void sent.push(mail),
    log: { info: noteLine, error: noteLine },
    origin: 'http://vault.localhost:4302',
    signInHours: 24,
    mailsPerAddress: 3,
    now: () => clock.at,
    ...more,
  })
  return {
    ...auth,
    database,
    folder,
    sent,
    logged,
    clock,
    async codeFor(email) {
      await auth.settled()
      const mail = sent.findLast(({ to }) => to === email)
      return /\d{6}/.exec(mail?.text ?? '')?.[0] ?? ''
    },
    async close() {
      await auth.mails.stop()
      await auth.settled()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export function emailIdentity(email: string): Identity {
  return { kind: 'email', issuer: 'email', subject: email, label: email }
}

export function testDevice(id: string, more: Partial<Device> = {}): Device {
  return {
    id,
    project: 'shop',
    site: 'https://shop.example',
    label: 'Chrome on Linux',
    caller: '127.0.0.1',
    ...more,
  }
}
