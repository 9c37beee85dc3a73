import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Lock } from '../check/dependencies.ts'
import { fillChecksums, withoutChecksum } from './fill-checksums.ts'

const checksum = (of: string): string =>
  `sha512-${createHash('sha512').update(of).digest('base64')}`
const lock: Lock = {
  '': {},
  'node_modules/tool': { version: '1.2.3', integrity: checksum('tool') },
  'node_modules/@tool/darwin-arm64': { version: '1.2.3', cpu: ['arm64'], optional: true },
  'node_modules/@tool/linux-x64': {
    version: '1.2.3',
    integrity: checksum('known'),
    optional: true,
  },
  'node_modules/tool/node_modules/@tool/win32-x64': { version: '1.2.4', optional: true },
  'node_modules/own': { link: true, optional: true },
  'node_modules/unknown': { version: '1.2.3' },
}

describe('fillChecksums', () => {
  test('default: asks for those that have none, by name and version, and writes them where npm does', () => {
    const asked: string[] = []
    const filled = fillChecksums(lock, (name, version) => {
      asked.push(`${name}@${version}`)
      return checksum(name)
    })
    expect(asked).toEqual(['@tool/darwin-arm64@1.2.3', '@tool/win32-x64@1.2.4'])
    expect(Object.keys(filled)).toEqual(Object.keys(lock))
    expect(Object.entries(filled['node_modules/@tool/darwin-arm64'] ?? {})).toEqual([
      ['version', '1.2.3'],
      ['integrity', checksum('@tool/darwin-arm64')],
      ['cpu', ['arm64']],
      ['optional', true],
    ])
    expect(withoutChecksum(filled)).toEqual([])
    for (const path of Object.keys(lock).filter((one) => !withoutChecksum(lock).includes(one))) {
      expect(filled[path]).toBe(lock[path])
    }
  })

  test.each([
    ['a registry that cannot be asked', undefined],
    ['an older kind of checksum', `sha1-${'a'.repeat(27)}=`],
    ['a page in its place', '<html>'],
    ['one that was cut off', checksum('x').slice(0, 60)],
  ])('behavior: %s leaves the entry as it is', (_, answer) => {
    const filled = fillChecksums(lock, () => answer)
    expect(filled).toEqual(lock)
    expect(withoutChecksum(filled)).toHaveLength(2)
  })
})
