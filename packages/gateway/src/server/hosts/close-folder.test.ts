import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { closeFile, closeFolder } from './close-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'latchkey-close-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const modeOf = (path: string): number => statSync(path).mode & 0o777
/** As a file system that belongs to somebody else answers. */
const refuse = (): never => {
  throw Object.assign(new Error('not permitted'), { code: 'EPERM' })
}
const made = { count: 0 }
function folderOf(mode: number): string {
  made.count += 1
  const folder = join(root, String(made.count))
  mkdirSync(folder)
  chmodSync(folder, mode)
  return folder
}

describe('closeFolder', () => {
  test('default: a new one is for its owner alone', () => {
    const folder = join(root, 'new', 'data')
    closeFolder(folder)
    expect(modeOf(folder)).toBe(0o700)
  })

  test.each(['755', '777', '775', '750'])(
    'behavior: one that was there before with rights of %s is closed',
    (rights) => {
      const folder = folderOf(Number.parseInt(rights, 8))
      closeFolder(folder)
      expect(modeOf(folder)).toBe(0o700)
    },
  )

  test('behavior: one of another owner is refused while everybody may go in, and left to its group', () => {
    const open = folderOf(0o755)
    expect(() => closeFolder(open, refuse)).toThrow(
      expect.objectContaining({
        code: 'config-invalid',
        context: {
          reason: expect.stringContaining(open),
          fix: expect.stringContaining(`chmod 700 ${open}`),
        },
      }),
    )
    const ofGroup = folderOf(0o770)
    closeFolder(ofGroup, refuse)
    expect(modeOf(ofGroup)).toBe(0o770)
    // Takes the call and does nothing, as file systems without rights do.
    expect(() => closeFolder(open, () => {})).toThrow(
      expect.objectContaining({ code: 'config-invalid' }),
    )
  })
})

describe('closeFile', () => {
  test('default: everybody else loses their rights, the group keeps its own; what cannot be changed is told', () => {
    const path = join(root, 'file')
    writeFileSync(path, '{}')
    for (const [before, after] of [
      [0o644, 0o640],
      [0o666, 0o660],
      [0o600, 0o600],
    ] as const) {
      chmodSync(path, before)
      expect(closeFile(path)).toBe(true)
      expect(modeOf(path)).toBe(after)
    }
    chmodSync(path, 0o644)
    expect(closeFile(path, refuse)).toBe(false)
    chmodSync(path, 0o440)
    expect(closeFile(path, refuse)).toBe(true)
  })
})
