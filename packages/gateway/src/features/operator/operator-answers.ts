import {
  type AuditPage,
  type EmailsPage,
  type OperatorKey,
  type OperatorKeyMade,
  type OperatorProject,
  type OperatorSession,
  type OperatorSetting,
  type Overview,
  overviewRanges,
  type VaultRequestsPage,
} from '@latchkey/protocol'
import { z } from 'zod'

const momentShape = z.int().meta({ description: 'Milliseconds since the epoch.' })
const count = z.number().min(0)
const scope = z.enum(['read', 'write'])
const share = z.strictObject({ name: z.string(), count })
const outcome = z.strictObject({ started: count, done: count, failed: count })
export const overviewRange = z.enum(overviewRanges)

export const sessionAnswer: z.ZodType<OperatorSession> = z.strictObject({
  label: z.string(),
  scope,
  keyId: z.string().nullable(),
  version: z.string(),
})
export const projectAnswer: z.ZodType<OperatorProject> = z.strictObject({
  id: z.string(),
  source: z.enum(['file', 'dashboard', 'closed']),
  origins: z.array(z.string()),
  features: z.array(
    z.strictObject({
      id: z.string(),
      isEnabled: z.boolean(),
      config: z.array(z.string()).nullable(),
    }),
  ),
  analytics: z.boolean(),
})
export const overviewAnswer: z.ZodType<Overview> = z.strictObject({
  range: overviewRange,
  from: momentShape,
  to: momentShape,
  unit: z.enum(['hour', 'day']),
  opens: count,
  connects: count,
  failures: count,
  rejections: count,
  series: z.array(
    z.strictObject({ at: momentShape, opens: count, connects: count, failures: count }),
  ),
  wallets: z.array(share),
  namespaces: z.array(share),
  platforms: z.array(share),
  devices: z.array(share),
  funnel: z.strictObject({
    from: momentShape,
    steps: z.array(z.strictObject({ step: z.int().min(1).max(5), visits: count })),
  }),
  errors: z.strictObject({
    codes: z.array(share),
    series: z.array(z.strictObject({ at: momentShape, counts: z.array(count) })),
  }),
  swaps: outcome,
  sends: outcome,
  buys: outcome,
})
export const settingAnswer = z.strictObject({
  path: z.string(),
  isSet: z.boolean(),
  source: z.enum(['dashboard', 'configuration', 'none']),
  isUsed: z.boolean(),
  changedAt: momentShape.nullable(),
  value: z.string().exactOptional(),
}) satisfies z.ZodType<OperatorSetting>
export const keyAnswer = z.strictObject({
  id: z.string(),
  label: z.string(),
  scope,
  madeAt: momentShape,
  usedAt: momentShape.nullable(),
  revokedAt: momentShape.nullable(),
}) satisfies z.ZodType<OperatorKey>
export const auditAnswer: z.ZodType<AuditPage> = z.strictObject({
  lines: z.array(
    z.strictObject({
      at: momentShape,
      account: z.string().nullable(),
      device: z.string().nullable(),
      what: z.string(),
      code: z.string().nullable(),
    }),
  ),
  next: z.string().nullable(),
})
export const requestsAnswer: z.ZodType<VaultRequestsPage> = z.strictObject({
  requests: z.array(
    z.strictObject({
      number: z.string(),
      account: z.string(),
      device: z.string(),
      label: z.string(),
      site: z.string().nullable(),
      askedAt: momentShape,
      confirmedAt: momentShape.nullable(),
    }),
  ),
})
export const emailsAnswer: z.ZodType<EmailsPage> = z.strictObject({
  emails: z.array(
    z.strictObject({ account: z.string(), email: z.string(), confirmedAt: momentShape }),
  ),
  total: count,
  next: z.string().nullable(),
})
export const keyMadeAnswer: z.ZodType<OperatorKeyMade> = keyAnswer.extend({ token: z.string() })
