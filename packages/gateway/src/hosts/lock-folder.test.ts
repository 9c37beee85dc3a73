import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { lockFolder } from './lock-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-lock-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('default', () => {
  const unlock = lockFolder(folder)
  expect(readdirSync(folder)).toEqual(['gateway.pid'])
  unlock()
  expect(readdirSync(folder)).toEqual([])
})

test('behavior: refuses a folder another living process has, takes over from a dead one', () => {
  writeFileSync(join(folder, 'gateway.pid'), String(process.ppid))
  expect(() => lockFolder(folder)).toThrow(expect.objectContaining({ code: 'config-invalid' }))
  writeFileSync(join(folder, 'gateway.pid'), '999999999')
  lockFolder(folder)()
})
