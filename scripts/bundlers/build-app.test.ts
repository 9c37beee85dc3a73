import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { countScripts } from './build-app.ts'

describe('countScripts', () => {
  test('default: scripts at any depth, neither their maps nor other files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-scripts-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(join(folder, 'chunks/app'), { recursive: true })
    for (const name of ['index.html', 'a.js', 'a.js.map', 'chunks/b.mjs', 'chunks/app/c.js']) {
      writeFileSync(join(folder, name), '')
    }
    expect(countScripts(folder)).toBe(3)
  })
})
