import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { unreadWords } from './unread-words.ts'

const folder = mkdtempSync(join(tmpdir(), 'words-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Those of two words files that a view does not read. */
function unreadBy(view: string): string[] {
  const files = {
    'words/send.ts': `export const sendWords = { title: 'Send', hint: (name: string) => name, form: { to: 'To', amount: 'Amount' } }
      export const faults = { short: 'Too short' } satisfies Record<'short', string>`,
    'view.ts': `import { faults, sendWords } from './words/send.ts'\n${view}`,
  }
  mkdirSync(join(folder, 'words'), { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text)
  }
  const paths = Object.keys(files).map((name) => join(folder, name))
  return unreadWords(join(folder, 'words'), paths, {
    strict: true,
    noLib: true,
    types: [],
    noEmit: true,
  })
}

describe('unreadWords', () => {
  test('default: each word that nothing reads, by its path', () => {
    expect(unreadBy('')).toEqual([
      'send.ts.title',
      'send.ts.hint',
      'send.ts.form',
      'send.ts.form.to',
      'send.ts.form.amount',
    ])
  })

  test('behavior: an access, a destructuring and a computed key read', () => {
    const rest = 'const { title, form: { to } } = sendWords; sendWords.hint("a"); title; to;'
    expect(unreadBy(rest)).toEqual(['send.ts.form.amount'])
    expect(unreadBy(`${rest} const f = (key: 'to' | 'amount') => sendWords.form[key]; f;`)).toEqual(
      [],
    )
    expect(unreadBy(`${rest} const f = (key: 'to') => sendWords.form[key]; f;`)).toEqual([
      'send.ts.form.amount',
    ])
  })

  test('behavior: a group that is given away is read as far as its receiver knows it', () => {
    const rest = 'sendWords.title; sendWords.hint("a"); sendWords.form;'
    expect(
      unreadBy(`${rest} const f = (words: { to: string }) => words.to; f(sendWords.form)`),
    ).toEqual(['send.ts.form.amount'])
    expect(unreadBy(`${rest} Object.values(sendWords.form)`)).toEqual([])
    expect(
      unreadBy(`${rest} const f = (words: typeof sendWords.form) => words.to; f(sendWords.form)`),
    ).toEqual(['send.ts.form.amount'])
  })

  test('behavior: a namesake elsewhere reads nothing', () => {
    expect(unreadBy('const other = { title: 1 }; other.title')).toContain('send.ts.title')
  })
})
