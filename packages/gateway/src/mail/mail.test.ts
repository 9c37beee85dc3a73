import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { smtpShape } from '../config/mail.ts'
import { codeMail } from './code-mail.ts'
import { mailQueue } from './mail-queue.ts'
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
      taken.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw, user: String(user ?? '') })
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
    expect(got).toMatchObject({ from: 'vault@vault.example', to: ['ada@mail.example'], user: 'vault' })
    expect(got?.raw).toMatch(/^From: Shop <vault@vault\.example>/m)
    expect(got?.raw).toMatch(/^Subject: Your sign-in code for vault\.example/m)
    for (const part of ['text/plain', 'text/html']) expect(got?.raw).toContain(part)
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
    // The same machine under a name that does not say so: STARTTLS is insisted on, and this server has none.
    await expect(smtpMail(smtpOf({ host: '::ffff:127.0.0.1' }))(mail)).rejects.toThrow(/STARTTLS/i)
    expect(taken.length).toBe(before)
  })
})

describe('mailQueue', () => {
  const queue = (deliver: () => Promise<void>) => {
    const seen: string[] = []
    const log = {
      info: () => undefined,
      error: (fields: object, text: string) => void seen.push(JSON.stringify({ ...fields, text })),
    }
    return { seen, ...mailQueue(deliver, log, () => void seen.push('mail-lost')) }
  }

  test('default: a few at once, each once, in their order', async () => {
    const state = { open: 0, most: 0, sent: 0 }
    const { send, settled } = queue(async () => {
      state.open += 1
      state.most = Math.max(state.most, state.open)
      await Promise.resolve()
      state.open -= 1
      state.sent += 1
    })
    for (let at = 0; at < 50; at += 1) send(mail, null)
    await settled()
    expect(state).toEqual({ open: 0, most: 4, sent: 50 })
  })

  test('behavior: one that fails is logged and audited without address or code, and holds nobody up', async () => {
    const { send, settled, seen } = queue(() => Promise.reject(new Error(`550 ${mail.to} ${mail.text}`)))
    send(mail, 'account')
    send(mail, 'account')
    await settled()
    expect(seen.filter((line) => line === 'mail-lost')).toHaveLength(2)
    expect(seen.join()).not.toMatch(/ada@|012345/)
  })

  test('behavior: more than can wait are given up', async () => {
    const gate: { open?: () => void } = {}
    const stuck = new Promise<void>((open) => {
      gate.open = open
    })
    const { send, settled, seen } = queue(() => stuck)
    for (let at = 0; at < 1_010; at += 1) send(mail, null)
    expect(seen.filter((line) => line === 'mail-lost')).toHaveLength(6)
    gate.open?.()
    await settled()
  })
})
