import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { smtpShape } from '../../base/config/mail.ts'
import { codeMail } from './code-mail.ts'
import { smtpMail } from './smtp-mail.ts'

const taken: { from: string; to: string[]; raw: string; user: string }[] = []
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _, done) =>
    password === 'right' ? done(null, { user: username ?? '' }) : done(new Error('wrong')),
  onData(stream, { envelope, user }, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const raw = Buffer.concat(chunks).toString()
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      taken.push({
        from,
        to: envelope.rcptTo.map(({ address }) => address),
        raw,
        user: String(user ?? ''),
      })
      done()
    })
  },
})
const smtpOf = (more: object = {}) => {
  const { port } = server.server.address() as AddressInfo
  const smtp = { host: '127.0.0.1', port, from: 'Shop <vault@vault.example>', ...more }
  return smtpShape.parse(smtp)
}
beforeAll(() => new Promise<void>((done) => void server.listen(0, '127.0.0.1', done)))
afterAll(() => new Promise<void>((done) => void server.close(() => done())))

const facts = { site: 'https://shop.example', label: 'Chrome on Linux', vault: 'vault.example' }
const mail = { to: 'ada@mail.example', ...codeMail({ purpose: 'email', code: '012345', ...facts }) }

describe('smtpMail', () => {
  test('default: a real server takes it, with text and HTML', async () => {
    await smtpMail(smtpOf({ user: 'vault', pass: 'right' }))(mail)
    const got = taken.at(-1)
    expect(got).toMatchObject({
      from: 'vault@vault.example',
      to: ['ada@mail.example'],
      user: 'vault',
    })
    expect(got?.raw).toMatch(/^From: Shop <vault@vault\.example>/m)
    expect(got?.raw).toMatch(/^Subject: Your sign-in code for vault\.example/m)
    for (const part of ['text/plain', 'text/html']) {
      expect(got?.raw).toContain(part)
    }
    expect(got?.raw.match(/012345/g)).toHaveLength(2)
  })

  test('behavior: an address with a line break reaches nobody', async () => {
    const before = taken.length
    const evil = { ...mail, to: 'ada@mail.example\r\nBcc: eve@evil.example' }
    await smtpMail(smtpOf())(evil).catch(() => undefined)
    expect(taken.slice(before).flatMap(({ to }) => to)).not.toContain('eve@evil.example')
    expect(taken.slice(before).some(({ raw }) => /^Bcc/m.test(raw))).toBe(false)
  })

  test('behavior: a wrong password, and a server that is not this machine without TLS, send nothing', async () => {
    const before = taken.length
    await expect(smtpMail(smtpOf({ user: 'vault', pass: 'wrong' }))(mail)).rejects.toThrow()
    // The same machine under a name that does not say so: STARTTLS is insisted on, and this server
    // has none.
    await expect(smtpMail(smtpOf({ host: '::ffff:127.0.0.1' }))(mail)).rejects.toThrow(/STARTTLS/i)
    expect(taken.length).toBe(before)
  })
})
