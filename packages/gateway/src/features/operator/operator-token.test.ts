import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { operatorToken } from './operator-token.ts'

const folders: string[] = []
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'latchkey-token-'))
  folders.push(made)
  return made
}
afterEach(() => {
  for (const one of folders.splice(0)) {
    rmSync(one, { recursive: true })
  }
})

describe('operatorToken', () => {
  test('default', () => {
    const dataDir = folder()
    const { token, path } = operatorToken(dataDir, {})
    expect(path).toBe(join(dataDir, 'operator-token'))
    expect(readFileSync(join(dataDir, 'operator-token'), 'utf8').trim()).toBe(token)
    expect(statSync(join(dataDir, 'operator-token')).mode & 0o777).toBe(0o600)
    expect(operatorToken(dataDir, {})).toEqual({ token, path })
    expect(operatorToken(folder(), {}).token).not.toBe(token)
  })

  test('behavior: the environment wins, and nothing is written', () => {
    const dataDir = folder()
    const given = 'a'.repeat(32)
    expect(operatorToken(dataDir, { LATCHKEY_OPERATOR_TOKEN: given })).toEqual({ token: given })
    expect(() => statSync(join(dataDir, 'operator-token'))).toThrow()
  })

  test('behavior: one that could be guessed is refused, without being told', () => {
    const dataDir = folder()
    const short = 'guess-me'
    expect(() => operatorToken(dataDir, { LATCHKEY_OPERATOR_TOKEN: short })).toThrow(
      /config-invalid.*32/,
    )
    writeFileSync(join(dataDir, 'operator-token'), short)
    expect(() => operatorToken(dataDir, {})).toThrow(/config-invalid.*32/)
    expect(() => operatorToken(dataDir, {})).not.toThrow(short)
  })

  test('behavior: a file that cannot be read is said', () => {
    const dataDir = folder()
    mkdirSync(join(dataDir, 'operator-token'))
    expect(() => operatorToken(dataDir, {})).toThrow(/config-invalid.*cannot be read/)
  })
})
