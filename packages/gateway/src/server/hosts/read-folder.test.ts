import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readFolder, warnAboutReadableConfig } from './read-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-read-'))
const path = join(folder, 'latchkey.json')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What is told of a file that everybody may read, and its rights afterwards. */
function tell(config: object, env: NodeJS.ProcessEnv = {}, close?: () => boolean) {
  writeFileSync(path, JSON.stringify(config))
  chmodSync(path, 0o644)
  const told: string[] = []
  const log = {
    error: (fields: object, text: string) => void told.push(JSON.stringify({ ...fields, text })),
  }
  warnAboutReadableConfig(folder, readFolder(folder, env), log, close)
  return { told, mode: statSync(path).mode & 0o777 }
}

const smtp = { host: 'mail.example', port: 587, from: 'shop@mail.example' }

describe('tellOpenConfig', () => {
  test('default: a file with secrets is closed to everybody else, one without is left as it is', () => {
    const secret = { emailCapture: { smtp: { ...smtp, user: 'shop', pass: 'marked-secret' } } }
    expect(tell(secret)).toEqual({ told: [], mode: 0o640 })
    const node = { name: 'Test', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } }
    const chains = [{ id: 'eip155:1', ...node, rpcUrls: ['https://node.example/v2/marked-secret'] }]
    expect(tell({ chains })).toEqual({ told: [], mode: 0o640 })
    expect(tell({ port: 4301, emailCapture: { smtp } })).toEqual({ told: [], mode: 0o644 })
    expect(tell({ emailCapture: { smtp } }, { LATCHKEY_SMTP_PASS: 'marked-secret' })).toEqual({
      told: [],
      mode: 0o644,
    })
  })

  test('behavior: of one that cannot be closed the log says what to do, without the secret', () => {
    const secret = { emailCapture: { smtp: { ...smtp, user: 'shop', pass: 'marked-secret' } } }
    const { told } = tell(secret, {}, () => false)
    expect(told).toHaveLength(1)
    expect(told[0]).toContain('emailCapture.smtp.pass')
    expect(told[0]).toContain('chmod 640')
    expect(told[0]).not.toContain('marked-secret')
  })
})
