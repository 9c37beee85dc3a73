import { z } from 'zod'

/** No line of a mail's head can be made of it. */
const line = z
  .string()
  .max(320)
  .regex(/^[^\p{Cc}]+$/u, 'must be one line')

const bucketShape = (capacity: number, refillPerSecond: number) =>
  z
    .strictObject({
      capacity: z.number().positive().default(capacity),
      refillPerSecond: z.number().positive().default(refillPerSecond),
    })
    .prefault({})

/** Where mails go out. */
export const smtpShape = z.strictObject({
  host: z.string().min(1).max(255),
  port: z.int().min(1).max(65_535).default(587),
  /** TLS from the first byte; without it STARTTLS is insisted on, except to this machine. */
  secure: z.boolean().default(false),
  user: line.optional(),
  /** Secret; the environment overlays it: `LATCHKEY_SMTP_PASS`. */
  pass: z.string().max(1_024).optional(),
  /** `Name <address>` or an address. */
  from: line,
})

/** Mails asked for by one caller, and by the pages of one project. */
export const mailRate = z
  .strictObject({ caller: bucketShape(20, 0.02), project: bucketShape(600, 1) })
  .prefault({})

/** Asking visitors for an email address after they have connected. */
export const emailCaptureShape = z
  .strictObject({
    /** By default the vault's; without either nobody is asked. */
    smtp: smtpShape.optional(),
    /**
     * Mails to one address in ten minutes, asked for by one caller; all callers together: three
     * times as many, and eight times as many a day.
     */
    mailsPerAddress: z.int().min(1).max(1_000).default(3),
    mailRate,
  })
  .prefault({})
