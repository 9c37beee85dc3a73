import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { unpackTarball } from './unpack-tarball.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-tarball-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('unpackTarball', () => {
  test('default: what tar packed, with long paths and empty files', () => {
    const long = `dist/${'deep/'.repeat(30)}${'a-long-name-'.repeat(9)}.mjs`
    const files = {
      'package.json': '{}',
      'dist/index.mjs': 'x'.repeat(1500),
      empty: '',
      [long]: 'y',
    }
    for (const [path, text] of Object.entries(files)) {
      const file = join(folder, 'package', path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    execFileSync('tar', ['--format=pax', '-czf', 'one.tgz', 'package'], { cwd: folder })
    const found = unpackTarball(readFileSync(join(folder, 'one.tgz')))
    const texts = [...found].map(([path, content]) => [path, content.toString()])
    expect(Object.fromEntries(texts)).toEqual(files)
  })
})
