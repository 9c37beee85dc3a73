import { z } from 'zod'
import { normaliseAddress } from '../../mail/normalise-address.ts'
import { cleanLabel } from './clean-label.ts'

/** The providers of social sign-in that speak OAuth 2. */
export type OAuthProvider = 'google' | 'x' | 'discord' | 'apple' | 'github' | 'facebook'

/** The profile of a user at a provider. */
export interface Profile {
  readonly subject: string
  readonly label: string
  /** Email address of the user; present only when the provider confirmed it. */
  readonly email?: string
}

/**
 * Data about a user from a provider: the claims of a verified ID token, or the answers of the
 * provider's API. Its shape is unchecked.
 */
export interface ProviderProfile {
  readonly claims?: unknown
  readonly user?: unknown
  readonly emails?: unknown
  /**
   * The form field `user`, which only Apple posts, and only at the first sign-in; it is not signed.
   */
  readonly posted?: string | undefined
}

/** Addresses and properties of one sign-in provider, from its public documentation. */
export interface ProviderFacts {
  /**
   * Issuer of ID tokens and of the `iss` parameter; for providers without an issuer, the provider's
   * origin.
   */
  readonly issuer: string
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly userUrl?: string
  readonly emailsUrl?: string
  /** Address of the keys that sign ID tokens, for providers that issue them. */
  readonly jwksUrl?: string
  readonly scope: string
  /**
   * How the gateway authenticates itself at the provider: HTTP Basic, the secret in the form, or a
   * signed JWT.
   */
  readonly client: 'basic' | 'form' | 'signed'
  /**
   * Whether the provider answers with a cross-site POST, which carries no cookie, instead of a
   * redirect.
   */
  readonly isPosted?: true
  /** Whether the provider's answers always name their issuer (RFC 9207). */
  readonly namesIssuer?: true
  /**
   * Reads the user's profile from the provider's data.
   * @throws when the data does not have the documented shape
   */
  readProfile(providerProfile: ProviderProfile): Profile
}

const digits = z.string().regex(/^\d{1,32}$/)
const subject = z.string().regex(/^[\x21-\x7e]{1,255}$/)
const trueShape = z.union([z.literal(true), z.literal('true')])
const text = z.string().max(1_024).nullish().catch(undefined)
const verifiedShape = z.unknown().optional()
const labelVerifiedEmail = (email: unknown, isVerified: unknown) =>
  trueShape.safeParse(isVerified).success ? cleanLabel(email) : undefined

/**
 * Returns an object with the normalised address as `email`; without that field when the address is
 * malformed or unconfirmed.
 */
function confirmedEmail(email: unknown, isVerified: unknown): { readonly email?: string } {
  if (!trueShape.safeParse(isVerified).success || typeof email !== 'string') return {}
  try {
    return { email: normaliseAddress(email) }
  } catch {
    return {}
  }
}

const googleClaims = z.object({
  sub: subject,
  email: text,
  email_verified: verifiedShape,
  name: text,
})
const appleClaims = z.object({ sub: subject, email: text, email_verified: verifiedShape })
const facebookClaims = z.object({ sub: digits, name: text })
const xUser = z.object({ data: z.object({ id: digits, username: text, name: text }) })
const discordUser = z.object({
  id: digits,
  username: text,
  global_name: text,
  email: text,
  verified: verifiedShape,
})
const githubUser = z.object({ id: z.int().positive(), login: text })
const githubEmails = z
  .array(z.object({ email: text, primary: verifiedShape, verified: verifiedShape }))
  .max(1_000)
  .catch([])

/** Reads the name of an Apple account from the posted form. */
function postedName(postedUser: string | undefined): string | undefined {
  try {
    const { name } = JSON.parse(postedUser ?? '') as {
      name?: { firstName?: unknown; lastName?: unknown }
    }
    return cleanLabel(
      [name?.firstName, name?.lastName].filter((part) => typeof part === 'string').join(' '),
    )
  } catch {
    return undefined
  }
}

/**
 * Addresses and properties of the six sign-in providers. An email address from a provider is at
 * most displayed and never identifies an account.
 */
export const providerFacts: Readonly<Record<OAuthProvider, ProviderFacts>> = {
  google: {
    issuer: 'https://accounts.google.com',
    authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
    scope: 'openid email profile',
    client: 'form',
    readProfile({ claims }) {
      const { sub, email, email_verified, name } = googleClaims.parse(claims)
      return {
        subject: sub,
        label: labelVerifiedEmail(email, email_verified) ?? cleanLabel(name) ?? 'Google',
        ...confirmedEmail(email, email_verified),
      }
    },
  },
  x: {
    issuer: 'https://x.com',
    authorizeUrl: 'https://x.com/i/oauth2/authorize',
    tokenUrl: 'https://api.x.com/2/oauth2/token',
    userUrl: 'https://api.x.com/2/users/me',
    // X requires `tweet.read` in addition to `users.read` for its path `/2/users/me`.
    scope: 'users.read tweet.read',
    client: 'basic',
    readProfile({ user }) {
      const { id, username, name } = xUser.parse(user).data
      const handle = cleanLabel(username)
      return { subject: id, label: handle ? `@${handle}` : (cleanLabel(name) ?? 'X') }
    },
  },
  discord: {
    issuer: 'https://discord.com',
    authorizeUrl: 'https://discord.com/api/oauth2/authorize',
    tokenUrl: 'https://discord.com/api/oauth2/token',
    userUrl: 'https://discord.com/api/users/@me',
    scope: 'identify email',
    client: 'form',
    namesIssuer: true,
    readProfile({ user }) {
      const { id, email, verified: isVerified, global_name, username } = discordUser.parse(user)
      return {
        subject: id,
        label:
          labelVerifiedEmail(email, isVerified) ??
          cleanLabel(global_name) ??
          cleanLabel(username) ??
          'Discord',
        ...confirmedEmail(email, isVerified),
      }
    },
  },
  apple: {
    issuer: 'https://appleid.apple.com',
    authorizeUrl: 'https://appleid.apple.com/auth/authorize',
    tokenUrl: 'https://appleid.apple.com/auth/token',
    jwksUrl: 'https://appleid.apple.com/auth/keys',
    scope: 'openid name email',
    client: 'signed',
    isPosted: true,
    readProfile({ claims, posted: postedUser }) {
      const { sub, email, email_verified } = appleClaims.parse(claims)
      return {
        subject: sub,
        label: labelVerifiedEmail(email, email_verified) ?? postedName(postedUser) ?? 'Apple',
        ...confirmedEmail(email, email_verified),
      }
    },
  },
  github: {
    issuer: 'https://github.com',
    authorizeUrl: 'https://github.com/login/oauth/authorize',
    tokenUrl: 'https://github.com/login/oauth/access_token',
    userUrl: 'https://api.github.com/user',
    emailsUrl: 'https://api.github.com/user/emails',
    scope: 'read:user user:email',
    client: 'form',
    readProfile({ user, emails }) {
      const { id, login } = githubUser.parse(user)
      const primaryEmail = githubEmails
        .parse(emails)
        .find((one) => one.primary === true && one.verified === true)
      return {
        subject: String(id),
        label: cleanLabel(primaryEmail?.email) ?? cleanLabel(login) ?? 'GitHub',
        ...confirmedEmail(primaryEmail?.email, primaryEmail?.verified),
      }
    },
  },
  facebook: {
    issuer: 'https://www.facebook.com',
    authorizeUrl: 'https://www.facebook.com/v24.0/dialog/oauth',
    tokenUrl: 'https://graph.facebook.com/v24.0/oauth/access_token',
    jwksUrl: 'https://www.facebook.com/.well-known/oauth/openid/jwks/',
    scope: 'openid public_profile',
    client: 'form',
    readProfile({ claims }) {
      const { sub, name } = facebookClaims.parse(claims)
      return { subject: sub, label: cleanLabel(name) ?? 'Facebook' }
    },
  },
}
