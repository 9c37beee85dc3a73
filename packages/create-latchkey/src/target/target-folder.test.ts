import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { requireTargetFolder } from './target-folder.ts'

const home = realpathSync(mkdtempSync(join(tmpdir(), 'latchkey-target-')))
const current = join(home, 'current')
mkdirSync(join(current, 'empty'), { recursive: true })
mkdirSync(join(current, 'begun/.git'), { recursive: true })
mkdirSync(join(current, 'full'))
writeFileSync(join(current, 'full/mine.txt'), 'mine')
mkdirSync(join(home, 'elsewhere'))
symlinkSync(join(home, 'elsewhere'), join(current, 'away'))
symlinkSync(join(home, 'nowhere'), join(current, 'broken'))
symlinkSync(join(current, 'empty'), join(current, 'near'))
afterAll(() => rmSync(home, { recursive: true }))

describe('requireTargetFolder', () => {
  test.each(['new', 'a/b/c', 'empty', './empty', 'begun', 'full/below', '..shop'])(
    'default: %s',
    (wanted) => {
      expect(requireTargetFolder(current, wanted)).toBe(join(current, wanted))
    },
  )

  test('behavior: the current folder, while it is empty', () => {
    expect(requireTargetFolder(join(current, 'empty'), '.')).toBe(join(current, 'empty'))
    expect(() => requireTargetFolder(current, '.')).toThrow(/is not empty/)
  })

  test('behavior: a link to a folder below is followed', () => {
    expect(requireTargetFolder(current, 'near')).toBe(join(current, 'near'))
  })

  test.each(['..', '../elsewhere', 'a/../../elsewhere', '/', '/tmp/x', 'away', 'away/new', 'a\0b'])(
    'behavior: refuses %j, which is elsewhere',
    (wanted) => {
      expect(() => requireTargetFolder(current, wanted)).toThrow(/is not below the current folder/)
    },
  )

  test('behavior: refuses a link that leads nowhere', () => {
    expect(() => requireTargetFolder(current, 'broken/new')).toThrow(/leads nowhere/)
  })

  test.each([
    ['full', /is not empty: it holds mine\.txt/],
    ['full/mine.txt', /is a file/],
  ])('behavior: refuses %s', (wanted, reason) => {
    expect(() => requireTargetFolder(current, wanted)).toThrow(reason)
  })
})
