import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SMTPServer } from 'smtp-server'
import { hostsOf, listenLoopback } from '../serve/listen-loopback.ts'
import { sendJson, sendPage } from '../serve/page.ts'
import { type Inbox, openInbox } from './inbox.ts'
import { renderMailboxPage } from './mailbox-page.ts'

/** A running SMTP server for development that keeps all mail and shows it on a page. */
export interface Mailbox {
  /** URL of the page that shows all mail; `/api/messages` below it returns JSON. */
  readonly url: string
  /** Host and port of the SMTP server. It has no encryption, and accepts any credentials. */
  readonly smtp: { readonly host: string; readonly port: number }
  stop(): Promise<void>
}

const maxMessages = 200
const maxMessageBytes = 1_048_576

/**
 * Accepts any mail by SMTP on loopback, keeps the latest 200 in memory, and shows them:
 * `GET /api/messages?to=` (newest first), `DELETE /api/messages`, and a page. Ports of 0 (the
 * default) let the operating system choose.
 */
export async function startMailbox(
  options: { readonly port?: number; readonly smtpPort?: number } = {},
): Promise<Mailbox> {
  const { port = 0, smtpPort = 0 } = options
  const inbox = openInbox(maxMessages)
  const servers: SMTPServer[] = []
  const closeSmtp = () =>
    Promise.all(
      servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))),
    )
  try {
    for (const host of hostsOf(smtpPort)) {
      servers.push(await listenSmtp(inbox, smtpPort, host))
    }
    const page = await listenLoopback(port, (request, response) =>
      answerRequest(inbox, request, response),
    )
    const address = servers[0]?.server.address()
    return {
      url: page.url,
      smtp: {
        host: '127.0.0.1',
        port: typeof address === 'object' && address ? address.port : smtpPort,
      },
      async stop() {
        await Promise.all([page.stop(), closeSmtp()])
      },
    }
  } catch (error) {
    await closeSmtp()
    throw error
  }
}

async function listenSmtp(inbox: Inbox, port: number, host: string): Promise<SMTPServer> {
  const { SMTPServer } = await import('smtp-server')
  const server = new SMTPServer({
    // The server does not offer STARTTLS, because clients would use it and then refuse its
    // self-signed certificate.
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    size: maxMessageBytes,
    // Milliseconds to wait for open connections, so that they do not delay `stop`.
    closeTimeout: 100,
    onAuth: ({ username }, _session, resolve) => resolve(null, { user: username ?? 'anybody' }),
    onData(stream, { envelope }, resolve) {
      const receivedAt = new Date().toISOString()
      void import('mailparser')
        .then(({ simpleParser }) => simpleParser(stream, { skipImageLinks: true }))
        .then(({ subject = '', text = '', html, from }) => {
          if (stream.sizeExceeded)
            throw Object.assign(new Error('the message is too large'), { responseCode: 552 })
          const sender = from?.text || (envelope.mailFrom ? envelope.mailFrom.address : '')
          const mail = { from: sender, subject, text, html: html || null, receivedAt }
          // As in a real mail server, the recipients come from the SMTP envelope, not from the
          // mail's headers.
          for (const { address } of envelope.rcptTo) {
            inbox.add({ ...mail, to: address })
          }
          resolve()
        })
        .catch((error: unknown) =>
          resolve(error instanceof Error ? error : new Error(String(error))),
        )
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  // Errors of clients that disconnect early are ignored.
  server.removeAllListeners('error').on('error', () => undefined)
  return server
}

function answerRequest(
  inbox: Inbox,
  request: IncomingMessage,
  response: ServerResponse,
): ServerResponse {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const recipient = searchParams.get('to') ?? undefined
  const { method } = request
  if (pathname === '/api/messages' && method === 'GET') {
    response.setHeader('access-control-allow-origin', '*')
    return sendJson(response, 200, inbox.list(recipient))
  }
  if (pathname === '/api/messages' && method === 'DELETE') {
    inbox.clear()
    return response.writeHead(204).end()
  }
  const html = inbox.find(Number(/^\/messages\/(\d+)\/html$/.exec(pathname)?.[1] ?? -1))?.html
  if (method === 'GET' && html) {
    return response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        // The CSP sandbox also applies when somebody opens the HTML part of a mail at its own
        // address.
        'content-security-policy':
          "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      .end(html)
  }
  if (method === 'GET' && pathname === '/')
    return sendPage(response, renderMailboxPage(inbox.list(recipient), recipient))
  return sendJson(response, 404, { error: 'not found' })
}
