import { createTransport } from 'nodemailer'
import type { z } from 'zod'
import type { smtpShape } from '../../base/config/mail.ts'
import type { SendMail } from './send-mail.ts'

const smtpTimeoutMs = 20_000

/**
 * Creates a sender of mails through the operator's SMTP server; TLS is required unless the server
 * is on this machine.
 */
export function smtpMail({
  host,
  port,
  secure,
  user,
  pass,
  from,
}: z.output<typeof smtpShape>): SendMail {
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)
  const transport = createTransport({
    host,
    port,
    secure,
    requireTLS: !secure && !isLocal,
    ignoreTLS: !secure && isLocal,
    ...(user === undefined ? {} : { auth: { user, pass: pass ?? '' } }),
    connectionTimeout: smtpTimeoutMs,
    greetingTimeout: smtpTimeoutMs,
    socketTimeout: smtpTimeoutMs,
    // The mail library may load nothing from disk or network: the texts of the mails are complete.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ to, subject, text, html }) => {
    await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html })
  }
}
