import { type AccountId, accountId, addressOf, chainOf } from '@latchkey/protocol'
import { accountIdSchema, otpAnswerSchema, otpConfirmedSchema } from '@latchkey/protocol/schema'
import type { Context } from 'hono'
import { z } from 'zod'
import { callerKey } from '../../../base/caller-key.ts'
import { deviceLabel } from '../../../base/device-label.ts'
import { refusal } from '../../../base/refuse.ts'
import type { Project } from '../../../data/project-store.ts'
import { familyOfChain } from '../../../families/families.ts'
import type { EmailCapture } from '../../../ports/email-capture-port.ts'
import { defineRoute, type Route, type RouteServices } from '../../../ports/route.ts'

const paths = ['/auth/v1/otp']
const idShape = z.uuid()

/**
 * Routes that ask visitors for an email address: one mails a code, the other checks the code that
 * the visitor typed.
 */
export function otpRoutes({
  emailCapture,
  callerOf,
}: Pick<RouteServices, 'emailCapture'> & {
  readonly callerOf: (context: Context) => string
}): readonly Route[] {
  /**
   * Refuses a request when no mail server is configured or the project's owner turned the feature
   * off: then nobody can send mails by naming the project.
   */
  const requireCapture = ({ features }: Project): EmailCapture => {
    const isCaptureOff = features.some(({ id, isEnabled }) => id === 'email_capture' && !isEnabled)
    if (!emailCapture || isCaptureOff) throw refusal(503, '', 'No email address is asked for here')
    return emailCapture
  }
  return [
    defineRoute({
      method: 'POST',
      paths,
      summary: 'Mails a code to the address that a visitor gives',
      access: 'project',
      // The length limit is above that of any valid address, so that a longer address is refused by
      // the address check, with its own error code.
      json: z.object({ email: z.string().max(320), account: accountIdSchema }),
      answer: otpAnswerSchema,
      described: { refusals: [503] },
      async handle({ context, project, json: { email, account } }) {
        const capture = requireCapture(project as Project)
        const challengeId = await capture.sendCode({
          project: (project as Project).id,
          account: readAccountId(account),
          email,
          site: context.req.header('origin') ?? null,
          label: deviceLabel(context.req.header('user-agent')),
          caller: callerKey(callerOf(context)),
        })
        return { json: { uuid: challengeId }, headers: { 'cache-control': 'no-store' } }
      },
    }),
    defineRoute({
      method: 'PUT',
      paths,
      summary: 'Confirms the address with the code that was mailed there; from then on it is kept',
      access: 'project',
      json: z.object({ code: z.string().regex(/^\d{6}$/) }),
      answer: otpConfirmedSchema,
      described: { headers: { 'x-otp': 'The `uuid` that asking answered.' }, refusals: [503] },
      async handle({ context, project, json: { code } }) {
        const id = idShape.safeParse(context.req.header('x-otp'))
        if (!id.success)
          throw refusal(400, 'x-otp', 'The header x-otp must be the uuid that asking answered')
        await requireCapture(project as Project).confirmCode((project as Project).id, id.data, code)
        return { json: null, headers: { 'cache-control': 'no-store' } }
      },
    }),
  ]
}

/**
 * Reads an account id in the canonical spelling of its chain family; the address must be valid on
 * its chain.
 */
function readAccountId(account: AccountId): AccountId {
  const [chain, address] = [chainOf(account), addressOf(account)]
  const family = familyOfChain(chain)
  if (!family) return account
  if (!family.isAddress(address, chain))
    throw refusal(400, 'account', 'This is no account of its chain')
  return accountId(chain, family.normal(address))
}
