import { z } from 'zod'
import { signedCall, type VaultCall } from '../calls/vault-call.ts'
import { type Clock, systemClock } from '../logins/clock.ts'
import { hashText } from '../logins/hash-text.ts'
import { token } from '../logins/shapes.ts'
import type { Auth } from '../open-auth.ts'
import { refuseVault } from '../refuse-vault.ts'
import { watchRows } from '../watch-rows.ts'
import { databaseRelay, relayMs } from './relay-store.ts'

const longestWaitMs = 20_000
const endShape = z.enum(['frame', 'window'])
/**
 * Id of a relay mailbox, which a vault window gets in its URL fragment: 16 bytes when a frame chose
 * it, 32 when a page did.
 */
const id = z
  .string()
  .regex(/^[\w-]{22}$/)
  .or(token)
const shapes = {
  tell: z.strictObject({ id, to: endShape, text: z.string().min(1).max(49_152) }),
  wait: z.strictObject({ id, at: endShape, after: z.int().min(0) }),
}

/**
 * Limits of windows that use the relay per account, and of messages that each side of one window
 * may send.
 */
const relayBudget = { name: 'relays', most: 60, windowMs: relayMs }
const textBudget = { name: 'relay-texts', most: 100, windowMs: relayMs }

/**
 * A message relay for a vault window and the vault's frame in a page that cannot reach each other
 * because the page isolates its popups (COOP). Both are devices of one account; another account
 * gets another mailbox, even with the same id.
 */
export function relayCalls(
  { db, budgets, now }: Pick<Auth, 'db' | 'budgets' | 'now'>,
  clock: Clock = { ...systemClock(), now },
): readonly VaultCall[] {
  const store = databaseRelay(db, now)
  const watch = watchRows(store, clock)
  const mailboxId = (
    account: string,
    relayId: string,
    endName: z.output<typeof endShape>,
  ): string => hashText(`${account} ${relayId} ${endName}`)

  return [
    signedCall('POST /api/relay/tell', {
      isOpenFrozen: true,
      body: shapes.tell,
      async handle({ session: { account, device }, body: { id: relayId, to, text } }) {
        const boxId = mailboxId(account, relayId, to)
        if (await store.isBoxEmpty(boxId)) {
          await store.sweep()
          await takeBudget(relayBudget, account)
        }
        await takeBudget(textBudget, boxId)
        await store.putText({ box: boxId, accountId: account, device, text })
        return {}
      },
    }),
    signedCall('POST /api/relay/wait', {
      isOpenFrozen: true,
      body: shapes.wait,
      async handle({ session: { account }, body: { id: relayId, at: endName, after }, context }) {
        const boxId = mailboxId(account, relayId, endName)
        const storedTexts = await store.read(boxId, after)
        if (storedTexts.length > 0) return { told: storedTexts }
        const isNewText = (row: { readonly seq: number } | undefined) =>
          row && row.seq > after ? row : undefined
        const newTexts = await watch.until(boxId, isNewText, longestWaitMs, context.req.raw.signal)
        return { told: newTexts ? await store.read(boxId, after) : [] }
      },
    }),
  ]

  async function takeBudget(budget: typeof relayBudget, key: string): Promise<void> {
    const waitSeconds = await budgets.take(budget, key)
    if (waitSeconds > 0) throw refuseVault('rate-limited', { retryAfter: waitSeconds })
  }
}
