import { describe, expect, test } from 'vitest'
import { documentedAnswers } from '../test/documented-answers.ts'
import { openProvider } from './open-provider.ts'
import { type OAuthProvider, type ProviderProfile, providerFacts } from './providers.ts'

const of = (provider: OAuthProvider) => documentedAnswers.find((one) => one.provider === provider)
const changed = (
  provider: OAuthProvider,
  part: keyof ProviderProfile,
  change: object,
): ProviderProfile => {
  const told = of(provider)?.told ?? {}
  return { ...told, [part]: { ...(told[part] as object), ...change } }
}

describe('providerFacts', () => {
  test('default: every provider has a documented answer', () => {
    expect(documentedAnswers.map(({ provider }) => provider)).toEqual(Object.keys(providerFacts))
  })

  test.each(documentedAnswers)(
    'default: $provider, as $pages.0 has it',
    ({ provider, told, subject, label }) => {
      // What is shown of them is an address only where it was confirmed.
      const email = label.includes('@', 1) ? { email: label } : {}
      expect(providerFacts[provider].readProfile(told)).toEqual({ subject, label, ...email })
    },
  )

  test('behavior: every address of the table is over TLS', () => {
    for (const { issuer, authorizeUrl, tokenUrl, userUrl, emailsUrl, jwksUrl } of Object.values(
      providerFacts,
    )) {
      for (const url of [issuer, authorizeUrl, tokenUrl, userUrl, emailsUrl, jwksUrl]) {
        if (url !== undefined) expect(new URL(url).protocol).toBe('https:')
      }
    }
  })

  test.each<readonly [OAuthProvider, keyof ProviderProfile, object, string]>([
    ['google', 'claims', { email_verified: false }, 'Ada'],
    ['google', 'claims', { email_verified: 'yes', name: undefined }, 'Google'],
    ['apple', 'claims', { email_verified: false }, 'Ada L'],
    ['apple', 'claims', { email: undefined }, 'Ada L'],
    ['discord', 'user', { verified: false }, 'Ada'],
    ['discord', 'user', { email: null, global_name: null }, 'ada'],
    ['x', 'user', { data: { id: '1', name: 'Ada', username: 7 } }, 'Ada'],
    ['facebook', 'claims', { name: { first: 'Ada' } }, 'Facebook'],
  ])('behavior: %s: %s %o is shown as %s', (provider, part, change, label) => {
    expect(providerFacts[provider].readProfile(changed(provider, part, change)).label).toBe(label)
  })

  test.each<readonly [OAuthProvider, keyof ProviderProfile, object]>([
    ['google', 'claims', { email_verified: false }],
    ['google', 'claims', { email_verified: undefined }],
    ['google', 'claims', { email: 'ada@shop.example\r\nBcc: x@evil.example' }],
    ['google', 'claims', { email: 'Ada <ada@shop.example>' }],
    ['apple', 'claims', { email_verified: 'false' }],
    ['discord', 'user', { verified: false }],
    ['discord', 'user', { email: 7 }],
  ])('behavior: %s: %s %o names no address for notices', (provider, part, change) => {
    expect(
      providerFacts[provider].readProfile(changed(provider, part, change)).email,
    ).toBeUndefined()
  })

  test.each<readonly [string, unknown]>([
    ['none that is main', [{ email: 'a@shop.example', primary: false, verified: true }]],
    ['none that is confirmed', [{ email: 'a@shop.example', primary: true, verified: false }]],
    ['marks that are words', [{ email: 'a@shop.example', primary: 'true', verified: 'true' }]],
    ['no list', { message: 'Not Found' }],
    ['no answer', undefined],
  ])('behavior: github: of addresses %s shows the name', (_, emails) => {
    expect(providerFacts.github.readProfile({ ...of('github')?.told, emails })).toEqual({
      subject: '1',
      label: 'octocat',
    })
  })

  test('behavior: apple: a name that was posted is text at most, and never needed', () => {
    const claims = { sub: 'one' }
    for (const posted of [
      undefined,
      '',
      'no JSON',
      '7',
      '{"name":7}',
      '{"name":{"firstName":{}}}',
    ]) {
      expect(providerFacts.apple.readProfile({ claims, posted })).toEqual({
        subject: 'one',
        label: 'Apple',
      })
    }
  })

  test.each<readonly [OAuthProvider, ProviderProfile]>([
    ['google', { claims: { sub: 7 } }],
    ['x', { user: { data: { username: 'ada' } } }],
    ['x', { user: { data: { id: 'ada' } } }],
    ['discord', { user: { id: '' } }],
    ['github', { user: { id: '1' } }],
    ['github', { user: { id: 1.5 } }],
    ['facebook', { claims: { sub: 'ada' } }],
    ['apple', {}],
  ])('behavior: %s: refuses an id that is none: %o', (provider, told) => {
    expect(() => providerFacts[provider].readProfile(told)).toThrow()
  })

  test.each<readonly [OAuthProvider, Readonly<Record<string, unknown>>]>([
    ['x', { '/2/users/me': of('x')?.told.user }],
    ['github', { '/user': of('github')?.told.user, '/user/emails': of('github')?.told.emails }],
    ['discord', { '/api/users/@me': of('discord')?.told.user }],
  ])(
    'behavior: %s is asked as it wants, and its documented answers are taken',
    async (provider, answers) => {
      const asked: { readonly path: string; readonly headers: Headers; readonly body: unknown }[] =
        []
      const fetchOne = async (url: string, { headers, body }: RequestInit) => {
        const path = new URL(url).pathname
        asked.push({ path, headers: new Headers(headers), body })
        return Response.json(answers[path] ?? of(provider)?.token)
      }
      const options = {
        redirectUri: 'https://vault.example/back',
        fetch: fetchOne as typeof fetch,
        now: Date.now,
      }
      const opened = openProvider(provider, { clientId: 'shop', clientSecret: 'hu-sh_' }, options)
      const way = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) }
      const { issuer, namesIssuer } = providerFacts[provider]
      const answer = new URLSearchParams({
        state: way.state,
        code: 'the-code',
        ...(namesIssuer ? { iss: issuer } : {}),
      })
      const { subject, label = '' } = of(provider) ?? {}
      const email = label.includes('@', 1) ? { email: label } : {}
      expect(await opened.finishSignIn(answer, way)).toEqual({
        kind: provider,
        issuer,
        subject,
        label,
        ...email,
      })
      const [token, ...reads] = asked
      const form = Object.fromEntries(token?.body as URLSearchParams)
      expect(form).toMatchObject({ code: 'the-code', code_verifier: way.verifier })
      expect(form.client_secret).toBe(provider === 'x' ? undefined : 'hu-sh_')
      const basic = `Basic ${Buffer.from('shop:hu-sh_').toString('base64')}`
      expect(token?.headers.get('authorization')).toBe(provider === 'x' ? basic : null)
      expect(token?.headers.get('accept')).toBe('application/json')
      expect(reads.map(({ path }) => path).sort()).toEqual(Object.keys(answers).sort())
      for (const { headers } of reads) {
        expect(headers.get('authorization')).toBe('Bearer a')
        expect(headers.get('user-agent')).toMatch(/\S/)
      }
    },
  )
})
