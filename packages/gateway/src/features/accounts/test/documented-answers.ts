import type { OAuthProvider, ProviderProfile } from '../oauth/providers.ts'

/** Fields and types of answers as a provider documents them; the values are made up. */
export interface DocumentedAnswer {
  readonly provider: OAuthProvider
  /** Where it is documented; read as a stored copy on 2026-11-22. */
  readonly pages: readonly string[]
  /** Of the token endpoint, beside an ID token. */
  readonly token: Readonly<Record<string, unknown>>
  readonly told: ProviderProfile
  readonly subject: string
  readonly label: string
}

export const documentedAnswers: readonly DocumentedAnswer[] = [
  {
    provider: 'google',
    pages: [
      'https://developers.google.com/identity/openid-connect/reference',
      'https://cloud.google.com/nodejs/docs/reference/google-auth-library/latest/google-auth-library/tokenpayload',
    ],
    token: { access_token: 'a', expires_in: 3599, token_type: 'Bearer', scope: 'openid' },
    told: {
      claims: {
        iss: 'https://accounts.google.com',
        azp: 'c',
        aud: 'c',
        sub: '110169484474386276334',
        at_hash: 'h',
        email: 'ada@shop.example',
        email_verified: true,
        hd: 'shop.example',
        iat: 1353601026,
        exp: 1353604926,
        name: 'Ada',
        given_name: 'Ada',
        family_name: 'L',
        picture: 'https://img.example/a',
        locale: 'en',
      },
    },
    subject: '110169484474386276334',
    label: 'ada@shop.example',
  },
  {
    provider: 'x',
    pages: ['https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token'],
    token: {
      token_type: 'bearer',
      expires_in: 7200,
      access_token: 'a',
      scope: 'users.read tweet.read',
    },
    told: { user: { data: { id: '2244994945', name: 'Ada at X', username: 'ada' } } },
    subject: '2244994945',
    label: '@ada',
  },
  {
    provider: 'discord',
    pages: [
      'https://docs.discord.com/developers/resources/user',
      'https://docs.discord.com/developers/topics/oauth2',
    ],
    token: {
      access_token: 'a',
      token_type: 'Bearer',
      expires_in: 604800,
      refresh_token: 'r',
      scope: 'identify email',
    },
    told: {
      user: {
        id: '80351110224678912',
        username: 'ada',
        discriminator: '0',
        global_name: 'Ada',
        avatar: null,
        verified: true,
        email: 'ada@shop.example',
        flags: 64,
        banner: null,
        accent_color: null,
        premium_type: 1,
        public_flags: 64,
        locale: 'en-US',
        mfa_enabled: true,
      },
    },
    subject: '80351110224678912',
    label: 'ada@shop.example',
  },
  {
    provider: 'apple',
    pages: [
      'https://developer.apple.com/documentation/signinwithapplejs/authorizationi/id_token',
      'https://developer.apple.com/documentation/signinwithapplerestapi/tokenresponse',
    ],
    token: { access_token: 'a', expires_in: 3600, refresh_token: 'r', token_type: 'bearer' },
    told: {
      claims: {
        iss: 'https://appleid.apple.com',
        aud: 'example.shop.web',
        exp: 2,
        iat: 1,
        nonce_supported: true,
        sub: '000544.5e201aec537347aeb79d23cbc345170a.1321',
        // A word or a boolean, says the page.
        email: 'x1@privaterelay.appleid.com',
        email_verified: 'true',
        is_private_email: 'true',
      },
      posted: '{"name":{"firstName":"Ada","lastName":"L"},"email":"x1@privaterelay.appleid.com"}',
    },
    subject: '000544.5e201aec537347aeb79d23cbc345170a.1321',
    label: 'x1@privaterelay.appleid.com',
  },
  {
    provider: 'github',
    pages: [
      'https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps',
      'https://docs.github.com/en/rest/users/emails',
    ],
    token: { access_token: 'a', scope: 'read:user,user:email', token_type: 'bearer' },
    told: {
      user: {
        login: 'octocat',
        id: 1,
        node_id: 'n',
        type: 'User',
        name: 'monalisa octocat',
        email: null,
      },
      emails: [
        { email: 'old@shop.example', verified: true, primary: false, visibility: null },
        { email: 'ada@shop.example', verified: true, primary: true, visibility: 'private' },
      ],
    },
    subject: '1',
    label: 'ada@shop.example',
  },
  {
    provider: 'facebook',
    pages: [
      'https://developers.facebook.com/documentation/facebook-login/guides/advanced/oidc-token',
    ],
    token: { access_token: 'a', token_type: 'bearer', expires_in: 5_180_000 },
    told: {
      claims: {
        iss: 'https://www.facebook.com',
        aud: '1',
        sub: '10001000100010001',
        iat: 1,
        exp: 2,
        nonce: 'n',
        jti: 'j',
        at_hash: 'h',
        email: 'ada@shop.example',
        given_name: 'Ada',
        family_name: 'L',
        name: 'Ada L',
      },
    },
    subject: '10001000100010001',
    label: 'Ada L',
  },
]
