import { z } from 'zod'

/**
 * Text without line breaks: a line break in a mail address would start another header of the mail.
 */
const singleLine = z
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

/** The SMTP server that sends mail. */
export const smtpShape = z.strictObject({
  host: z.string().min(1).max(255),
  port: z.int().min(1).max(65_535).default(587),
  /**
   * Whether the connection uses TLS from its first byte. If not, STARTTLS is required, except for a
   * server on this machine.
   */
  secure: z.boolean().default(false),
  user: singleLine.optional(),
  /** Password of the mail account; the environment variable `LATCHKEY_SMTP_PASS` overrides it. */
  pass: z.string().max(1_024).optional(),
  /** Sender of the mails: `Name <address>` or an address. */
  from: singleLine,
})

/** Rate limit of mails, per caller and per project. */
export const mailRate = z
  .strictObject({ caller: bucketShape(20, 0.02), project: bucketShape(600, 1) })
  .prefault({})

/** Settings of the form that asks visitors for an email address after they connect. */
export const emailCaptureShape = z
  .strictObject({
    /**
     * Mail server of the form; by default the vault's mail server. When neither is configured, the
     * form is not shown.
     */
    smtp: smtpShape.optional(),
    /**
     * Maximum number of mails to one address that one caller may request in ten minutes. All
     * callers together may request three times as many in ten minutes, and eight times as many a
     * day.
     */
    mailsPerAddress: z.int().min(1).max(1_000).default(3),
    mailRate,
  })
  .prefault({})
