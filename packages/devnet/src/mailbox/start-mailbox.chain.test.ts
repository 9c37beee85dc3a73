import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Message } from './inbox.ts'
import { type Mailbox, startMailbox } from './start-mailbox.ts'

describe('startMailbox', () => {
  const run = {} as { mailbox: Mailbox; send: (mail: Record<string, unknown>) => Promise<unknown> }
  beforeAll(async () => {
    const mailbox = await startMailbox()
    const transport = createTransport({ ...mailbox.smtp, connectionTimeout: 5000 })
    Object.assign(run, {
      mailbox,
      send: (mail: object) => transport.sendMail({ from: 'us@latchkey.example', ...mail }),
    })
  })
  afterAll(() => run.mailbox?.stop())
  beforeEach(async () => {
    expect((await fetch(`${run.mailbox.url}/api/messages`, { method: 'DELETE' })).status).toBe(204)
  })
  const list = async (to?: string): Promise<Message[]> => {
    const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`
    return (await (await fetch(`${run.mailbox.url}/api/messages${query}`)).json()) as Message[]
  }

  test('default: a stranger sends, and it is read by its receiver, newest first', async () => {
    const before = Date.now()
    await run.send({
      to: 'Ada <ada@shop.example>',
      subject: 'Grüße',
      text: 'Your code is 482913.\n',
    })
    await run.send({ to: 'ada@shop.example', subject: 'second', text: 'b', html: '<b>b</b>' })
    await run.send({ to: 'grace@shop.example', subject: 'other', text: 'c' })
    const mail = await list('ADA@shop.example')
    expect(
      mail.map(({ to, subject, text, html }) => ({
        to,
        subject,
        text: text.trim(),
        html: html?.trim(),
      })),
    ).toEqual([
      { to: 'ada@shop.example', subject: 'second', text: 'b', html: '<b>b</b>' },
      { to: 'ada@shop.example', subject: 'Grüße', text: 'Your code is 482913.', html: undefined },
    ])
    expect(mail[1]?.html).toBeNull()
    expect(Date.parse(mail[0]?.receivedAt ?? '')).toBeGreaterThanOrEqual(before)
    expect(await list()).toHaveLength(3)
    expect(await list('nobody@shop.example')).toEqual([])
  })

  test('behavior: blind copies are by the envelope, one message a receiver', async () => {
    await run.send({ to: 'a@shop.example', bcc: 'b@shop.example', subject: 's', text: 't' })
    expect((await list()).map(({ to }) => to).sort()).toEqual(['a@shop.example', 'b@shop.example'])
  })

  test('behavior: a sign-in is taken, whatever it is', async () => {
    const transport = createTransport({ ...run.mailbox.smtp, auth: { user: 'u', pass: 'p' } })
    await transport.sendMail({ from: 'x@y.example', to: 'auth@shop.example', text: 't' })
    expect(await list('auth@shop.example')).toHaveLength(1)
  })

  test('behavior: pages of any origin may read, none may delete', async () => {
    const read = await fetch(`${run.mailbox.url}/api/messages`)
    expect(read.headers.get('access-control-allow-origin')).toBe('*')
    const asked = await fetch(`${run.mailbox.url}/api/messages`, { method: 'OPTIONS' })
    expect(asked.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('behavior: what a mail says is no markup of the page, and its HTML is in a sandbox', async () => {
    const evil = '<script>alert(1)</script><img src=x onerror=alert(1)>'
    await run.send({ to: 'm@shop.example', subject: `"'>${evil}`, text: evil, html: evil })
    const page = await fetch(`${run.mailbox.url}/?to=${encodeURIComponent('m@shop.example')}`)
    const markup = await page.text()
    expect(markup).not.toContain('<script')
    expect(markup).not.toContain('<img')
    expect(markup).toContain('alert(1)')
    expect(page.headers.get('content-security-policy')).toMatch(
      /default-src 'none'; style-src 'sha256-[^;]+'/,
    )
    expect(page.headers.get('content-security-policy')).not.toContain('script-src')
    const frame = await fetch(
      new URL(/<iframe sandbox="" [^>]*src="([^"]+)"/.exec(markup)?.[1] ?? '', run.mailbox.url),
    )
    expect(frame.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
    expect(await frame.text()).toContain('<script>')
    const hostile = await (
      await fetch(`${run.mailbox.url}/?to=${encodeURIComponent('"><script>')}`)
    ).text()
    expect(hostile).not.toContain('<script')
  })

  test('behavior: only the last messages are kept, and one that is too large is refused', async () => {
    await expect(
      run.send({ to: 'a@shop.example', text: 'x'.repeat(1_200_000) }),
    ).rejects.toMatchObject({
      responseCode: 552,
    })
    expect(await list()).toEqual([])
  })

  test('behavior: a taken port of either kind is an error, and nothing is left open', async () => {
    const page = Number(new URL(run.mailbox.url).port)
    await expect(startMailbox({ smtpPort: run.mailbox.smtp.port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
    await expect(startMailbox({ port: page })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })
})
