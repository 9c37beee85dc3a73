import { randomBytes, randomUUID } from 'node:crypto'
import type { NewSplit, StoredRecovery } from '@latchkey/protocol/vault'
import type { TestPartition } from './make-device.ts'
import type { Answered } from './make-vault.ts'
import { type MadeVault, makePartition, makeWorkerKey } from './make-vault.ts'
import { sampleSplit, signedSplit } from './sample-split.ts'

/** Somebody signed in on a device of theirs. */
export interface Visitor {
  readonly email: string
  readonly partition: TestPartition
  readonly account: string
  call(name: string, body: unknown): Promise<Answered>
  /** Makes a split, or another; what was sent is answered too. */
  split(
    more?: Parameters<typeof sampleSplit>[0],
  ): Promise<{ readonly sent: NewSplit; readonly answer: Answered }>
  release(split: string, operation: 'sign' | 'split' | 'export'): Promise<Answered>
  /** The shares that a recovery is handed. */
  recover(): Promise<Answered & { readonly a: string; readonly byOperator: string | undefined }>
  /** Signs in once more on this device. */
  again(): Promise<void>
}

const site = 'https://a.shop.example'

/**
 * @param by - an address: a sign-in by mail, its second mail too; else the subject at a provider,
 *   which has no mailbox
 */
export async function makeVisitor(
  vault: MadeVault,
  by: { readonly email?: string; readonly subject?: string } = {},
): Promise<Visitor> {
  const partition = await makePartition()
  const email = by.email ?? `${randomUUID()}@mail.example`
  const session = { token: '' }
  const again = async (): Promise<void> => {
    if (by.subject === undefined) {
      session.token = await vault.signIn(email, partition)
      return
    }
    const identity = {
      kind: 'google',
      issuer: 'https://accounts.google.com',
      subject: by.subject,
      label: 'Ada',
    } as const
    const device = {
      id: partition.id,
      project: 'shop',
      site,
      label: 'Chrome',
      caller: '203.0.113.7',
    }
    const proved = await vault.accounts.prove(identity, device)
    if (proved.state !== 'signed-in') throw new Error('not signed in')
    session.token = proved.session.token
  }
  await again()
  const call: Visitor['call'] = (name, body) =>
    vault.call(name, body, { partition, token: session.token })
  const { account } = (await call('GET /api/account', undefined)).json as { account: string }
  return {
    email,
    partition,
    account,
    call,
    again,
    async split(more = {}) {
      const sent = await signedSplit({ account, device: partition.id }, sampleSplit(more))
      return { sent, answer: await call('POST /api/splits', sent) }
    },
    async release(split, operation) {
      const { sealTo } = await makeWorkerKey()
      return call('POST /api/splits/release', {
        split,
        sealTo,
        operation,
        payload: 'ab'.repeat(32),
      })
    },
    async recover() {
      const key = await makeWorkerKey()
      const answer = await call('POST /api/splits/recover', { sealTo: key.sealTo })
      const methods = (answer.json.methods ?? []) as StoredRecovery[]
      const operator = methods.find(({ kind }) => kind === 'operator')
      const opened = async (sealed: string, purpose?: 'recovery') =>
        (await key.open(sealed, purpose)).toString('base64url')
      const a = answer.json.sealed ? await opened(answer.json.sealed) : ''
      return { ...answer, a, byOperator: operator && (await opened(operator.sealed, 'recovery')) }
    },
  }
}

/** The share that the operator keeps, as a split carries it. */
export function operatorMethod(): { readonly kind: 'operator'; readonly sealed: string } {
  return { kind: 'operator', sealed: randomBytes(33).toString('base64url') }
}
