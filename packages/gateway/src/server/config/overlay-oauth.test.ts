import { describe, expect, test } from 'vitest'
import { readConfig } from './read-config.ts'

const smtp = { host: 'mail.example', from: 'vault@vault.example' }
const apple = { clientId: 'example.shop.web', teamId: 'TEAM', keyId: 'KEY' }
const file = (providers: object) =>
  JSON.stringify({ vault: { origin: 'https://vault.example', smtp, providers } })

describe('overlayOAuth', () => {
  test('default', () => {
    const env = {
      LATCHKEY_OAUTH_SECRET_GOOGLE: 'hush',
      LATCHKEY_OAUTH_SECRET_APPLE: 'first\\nsecond',
      LATCHKEY_OAUTH_SECRET_GITHUB: 'of nobody',
    }
    const { config, origins } = readConfig(
      file({ google: { clientId: 'shop', clientSecret: 'file' }, apple }),
      env,
    )
    expect(config.vault?.providers).toEqual({
      google: { clientId: 'shop', clientSecret: 'hush' },
      apple: { ...apple, privateKey: 'first\nsecond' },
    })
    expect(origins.get('vault.providers.google.clientSecret')).toBe(
      'env LATCHKEY_OAUTH_SECRET_GOOGLE',
    )
  })

  test('behavior: without a vault, or with something odd for one, it changes nothing', () => {
    expect(readConfig('{}', { LATCHKEY_OAUTH_SECRET_GOOGLE: 'hush' }).config.vault).toBeUndefined()
    for (const vault of [7, { providers: 'none' }, { providers: { google: 'none' } }]) {
      expect(() =>
        readConfig(JSON.stringify({ vault }), { LATCHKEY_OAUTH_SECRET_GOOGLE: 'hush' }),
      ).toThrow()
    }
  })

  test.each<readonly [string, object]>([
    [
      'plain http elsewhere',
      { google: { clientId: 'shop', tokenUrl: 'http://accounts.example/token' } },
    ],
    [
      'a host that only looks like this machine',
      { x: { clientId: 'shop', userUrl: 'http://localhost.example/me' } },
    ],
    ['a provider nobody knows', { myspace: { clientId: 'shop' } }],
    ['a client without an id', { google: {} }],
  ])('behavior: %s is refused', (_, providers) => {
    expect(() => readConfig(file(providers))).toThrow(/vault\.providers/)
  })
})
