import { describe, expect, test } from 'vitest'
import { printConfig } from './print-config.ts'
import { readConfig } from './read-config.ts'

const smtp = { host: 'smtp.example', user: 'vault', from: 'Shop <vault@vault.example>' }
const file = (more: object = {}) =>
  JSON.stringify({ vault: { origin: 'https://vault.example', smtp, ...more } })
const isRefused = (text: string, env = {}): boolean => {
  try {
    readConfig(text, env)
    return false
  } catch (error) {
    return (error as { code?: string }).code === 'config-invalid'
  }
}

describe('the key vault', () => {
  test('default: off without it; with it, strict where nothing is said', () => {
    expect(readConfig('{}').config.vault).toBeUndefined()
    const { vault } = readConfig(file()).config
    expect(vault).toMatchObject({
      port: 4302,
      host: ['127.0.0.1', '::1'],
      signInHours: 24,
      mailsPerAddress: 3,
      recoveryByOperator: false,
      recoveryWaitHours: 72,
      limits: {},
      namespaces: ['eip155', 'solana', 'bip122'],
      providers: {},
      smtp: { port: 587, secure: false },
    })
    expect(vault?.files).toBeUndefined()
  })

  test('parameters: what is refused', () => {
    const bad: readonly object[] = [
      { origin: 'https://vault.example/' },
      { origin: 'https://vault.example/v' },
      { origin: 'ftp://vault.example' },
      { origin: 'https://VAULT.example' },
      { origin: 'https://a@vault.example' },
      { smtp: { ...smtp, from: 'a@b.example\r\nBcc: c@d.example' } },
      { limits: { 'eip155:1': '0.1' } },
      { limits: { 'eip155:1': '-1' } },
      { limits: { ether: '1' } },
      { signInHours: 0 },
      { namespaces: [] },
      { namespaces: ['stacks'] },
      { mailsPerAddress: 0 },
      { recoveryByOperator: true, recoveryWaitHours: 0 },
      { unknown: 1 },
    ]
    for (const more of bad) {
      expect([more, isRefused(file(more))]).toEqual([more, true])
    }
    expect(isRefused(JSON.stringify({ vault: { origin: 'https://vault.example' } }))).toBe(true)
  })

  test('behavior: https in production; anything on this machine in development', () => {
    const plain = file({ origin: 'http://vault.localhost:4302' })
    expect([isRefused(plain), isRefused(plain, { NODE_ENV: 'production' })]).toEqual([false, true])
    expect(isRefused(file(), { NODE_ENV: 'production' })).toBe(false)
  })

  test('behavior: the password comes from the environment and is not printed', () => {
    const read = readConfig(file(), { LATCHKEY_SMTP_PASS: 'marked-password' })
    expect(read.config.vault?.smtp.pass).toBe('marked-password')
    expect(printConfig(read)).not.toContain('marked-password')
    expect(printConfig(read)).toContain('vault.smtp.pass = "…"  (env LATCHKEY_SMTP_PASS)')
    expect(readConfig('{}', { LATCHKEY_SMTP_PASS: 'x' }).config.vault).toBeUndefined()
  })

  test('behavior: credentials of AWS come from the environment and are not printed; a file and AWS are not both', () => {
    const aws = { keyId: 'alias/vault', region: 'eu-central-1' }
    const env = {
      AWS_ACCESS_KEY_ID: 'AKID',
      AWS_SECRET_ACCESS_KEY: 'marked-secret',
      AWS_SESSION_TOKEN: 'marked-token',
    }
    const read = readConfig(file({ keys: { aws } }), env)
    const given = {
      accessKeyId: 'AKID',
      secretAccessKey: 'marked-secret',
      sessionToken: 'marked-token',
    }
    expect(read.config.vault?.keys.aws).toEqual({ ...aws, ...given })
    expect(printConfig(read)).not.toContain('marked')
    expect(readConfig(file(), env).config.vault?.keys).toEqual({})
    expect(isRefused(file({ keys: { aws, file: 'vault.key' } }))).toBe(true)
  })
})
