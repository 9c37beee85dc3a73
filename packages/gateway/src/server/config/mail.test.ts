import { describe, expect, test } from 'vitest'
import { printConfig } from './print-config.ts'
import { readConfig } from './read-config.ts'

const smtp = { host: 'smtp.example', from: 'Shops <mail@gateway.example>' }
const file = (emailCapture: object) => JSON.stringify({ emailCapture })

describe('the key emailCapture', () => {
  test('default: no server of its own, few mails', () => {
    const rate = {
      caller: { capacity: 20, refillPerSecond: 0.02 },
      project: { capacity: 600, refillPerSecond: 1 },
    }
    expect(readConfig('{}').config.emailCapture).toEqual({ mailsPerAddress: 3, mailRate: rate })
    expect(readConfig(file({ smtp })).config.emailCapture.smtp).toEqual({
      ...smtp,
      port: 587,
      secure: false,
    })
  })

  test('parameters: what is refused', () => {
    const bad: readonly object[] = [
      { smtp: { ...smtp, from: 'a@b.example\r\nBcc: c@d.example' } },
      { smtp: { from: smtp.from } },
      { mailsPerAddress: 0 },
      { mailRate: { caller: { capacity: 0 } } },
      { required: true },
    ]
    for (const one of bad) {
      expect(() => readConfig(file(one))).toThrow(/config-invalid/)
    }
  })

  test('behavior: the password comes from the environment and is not printed', () => {
    const read = readConfig(file({ smtp }), { LATCHKEY_SMTP_PASS: 'marked-password' })
    expect(read.config.emailCapture.smtp?.pass).toBe('marked-password')
    expect(printConfig(read)).toContain('emailCapture.smtp.pass = "…"  (env LATCHKEY_SMTP_PASS)')
    expect(printConfig(read)).not.toContain('marked-password')
    expect(readConfig('{}', { LATCHKEY_SMTP_PASS: 'x' }).config.emailCapture.smtp).toBeUndefined()
  })
})
