import { describe, expect, test } from 'vitest'
import { codeMail, type MailFacts, noticeMail } from './code-mail.ts'
import { type NoticeKind, notices } from './notice-words.ts'

const facts: MailFacts = {
  purpose: 'email',
  code: '012345',
  label: 'Chrome on Linux',
  vault: 'vault.example',
  site: 'https://shop.example',
}
const purposes: readonly MailFacts['purpose'][] = [
  ...(['email', 'device', 'change-old', 'change-new', 'prove', 'capture'] as const),
]
/** Any six digits, also within longer runs, also broken by what a reader would skip. */
const numbers = (text: string): readonly string[] => text.match(/\d(?:[ .,:/-]?\d){5}/g) ?? []

describe('codeMail', () => {
  test('default: one six-digit number in text and in HTML, and none in the subject; site and browser are named', () => {
    for (const purpose of purposes) {
      const { subject, text, html } = codeMail({ ...facts, purpose })
      expect([numbers(text), numbers(html), numbers(subject)]).toEqual([['012345'], ['012345'], []])
      for (const part of [text, html]) {
        expect(part).toContain('shop.example')
        expect(part).toContain('Chrome on Linux')
      }
      expect(subject).toContain('vault.example')
    }
    const subjects = purposes.map((purpose) => codeMail({ ...facts, purpose }).subject)
    expect(new Set(subjects).size).toBe(6)
  })

  test('behavior: digits of a site, a browser or a host never pass for the code', () => {
    const sites = [
      'https://654321.example',
      'https://shop-654321.example:65432',
      'https://a.example:654321',
      'https://6543.21.example',
      'https://65-43-21.example',
      'http://host.localhost:43210',
      'https://１２３４５６.example',
    ]
    for (const site of sites) {
      for (const purpose of purposes) {
        const mail = codeMail({
          ...facts,
          purpose,
          site,
          label: 'Chrome 654321 on 98.76.54',
          vault: '11111111.example',
        })
        expect([site, numbers(mail.text), numbers(mail.html)]).toEqual([
          site,
          ['012345'],
          ['012345'],
        ])
        expect(numbers(mail.subject)).toEqual([])
        expect(mail.text.match(/\p{N}(?:[\s\p{P}]?\p{N}){5}/gu)).toEqual(['012345'])
      }
    }
    expect(codeMail({ ...facts, site: 'http://host.localhost:4300' }).text).toContain(
      'host.localhost:4300',
    )
  })

  test('behavior: no link, no markup of others, one line each', () => {
    const odd = {
      site: 'https://a"><img src=x onerror=1>.example\r\nBcc: x',
      label: '<b>\n\u202e012',
    }
    for (const mail of [
      codeMail({ ...facts, ...odd }),
      noticeMail('recovered', { ...facts, ...odd }),
    ]) {
      expect(mail.html).not.toMatch(/<(?:a|b|img)\b|href/i)
      expect(`${mail.text}${mail.html}`).not.toMatch(/https?:/i)
      expect(
        mail.text.split('\n').filter((line) => /^(?:Bcc|Site|Browser)/.test(line)),
      ).toHaveLength(2)
      expect(mail.text).not.toContain('\u202e')
    }
  })

  test('behavior: in the vault’s own window the vault is the site; notices hold no number', () => {
    expect(codeMail({ ...facts, site: null }).text).toContain('Site: vault.example')
    for (const what of Object.keys(notices) as NoticeKind[]) {
      const { text, html, subject } = noticeMail(what, facts)
      expect(numbers(`${text}${html}${subject}`)).toEqual([])
    }
  })

  test('parameters: link: in text and in HTML where pressing its button stops something, and in no other notice', () => {
    const link = `https://vault.example/p/stop/shop#${'ab'.repeat(32)}`
    for (const what of Object.keys(notices) as NoticeKind[]) {
      const { text, html } = noticeMail(what, { ...facts, link })
      const isThere = [text.split('\n').includes(link), html.includes(`<a href="${link}">`)]
      const stops = !['deleted', 'way-out', 'frozen'].includes(what)
      expect([what, ...isThere]).toEqual([what, stops, stops])
    }
  })
})
