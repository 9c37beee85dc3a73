import { z } from 'zod'

/** 32 bytes as base64url: used for the random ids of pages and frames, and for every SHA-256. */
export const token = z.string().regex(/^[\w-]{43}$/)
const socialProviders = [
  'google',
  'x',
  'farcaster',
  'discord',
  'apple',
  'github',
  'facebook',
] as const
const loginStates = [
  'awaited',
  'open',
  'away',
  'closed',
  'number',
  'proved',
  'added',
  'failed',
] as const
const site = z.string().min(1).max(256)

/** Shapes of the bodies of the sign-in calls, by path. */
export const loginShapes = {
  register: z.strictObject({
    project: z.string().min(1).max(64),
    login: token,
    secret: token,
    provider: z.enum(socialProviders),
    site,
  }),
  wait: z.strictObject({
    login: token,
    secret: z.string().min(1).max(128),
    seen: z.enum(loginStates),
  }),
  look: z.strictObject({ login: token }),
  proceed: z.union([
    z.strictObject({ login: token }),
    z.strictObject({ login: token, agreed: z.literal(true) }),
    z.strictObject({ login: token, vouched: z.literal(true), site }),
  ]),
  confirm: z.strictObject({
    login: token,
    secret: z.string().min(1).max(128),
    number: z.string().regex(/^\d{6}$/),
  }),
  beat: z.strictObject({ login: token, leaving: z.boolean() }),
  remove: z.strictObject({ kind: z.enum(socialProviders), label: z.string().min(1).max(128) }),
}
