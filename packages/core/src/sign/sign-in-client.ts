import { type AccountId, hasCode, LatchkeyError } from '@latchkey/protocol'
import type { Proof } from '../contract/session.ts'
import type { SignInChallenge } from '../contract/sign-in-challenge.ts'
import type { SignInSession, WrittenChallenge } from '../contract/sign-in-provider.ts'
import { fetchText } from '../http/fetch-text.ts'
import { readSession } from './read-session.ts'

/** The longest text of a field of a challenge, in characters; no server needs more. */
const maxFieldLength = 2_048
const maxResources = 64

/**
 * Fetches a challenge from the server: its fields, or a whole text.
 * @throws `authentication-failed`
 */
export async function askForChallenge(
  url: string,
  { account }: { readonly account?: AccountId },
): Promise<SignInChallenge | WrittenChallenge> {
  const answer = await post(url, 'challenge', account === undefined ? {} : { account })
  const { message } = answer
  if (typeof message === 'string' && message.length <= 4 * maxFieldLength) return { message }
  const challenge = readChallenge(answer.challenge)
  return challenge ?? fail('challenge', 'the answer is no challenge')
}

/**
 * Sends a proof to the server, and returns the session that it opens.
 * @throws `sign-in-failed` when the server refuses the proof | `authentication-failed`
 */
export async function askToVerify(url: string, proof: Proof): Promise<SignInSession> {
  const { account, message, signature } = proof
  const answer = await post(url, 'verify', { account, message, signature })
  return readSession(answer.session) ?? fail('verify', 'the answer is no session')
}

/**
 * Asks the server who is signed in.
 * @throws `authentication-failed`
 */
export async function askForSession(url: string): Promise<SignInSession | null> {
  const { session } = await call(url, 'session')
  if (session === null) return null
  return readSession(session) ?? fail('session', 'the answer is no session')
}

/** @throws `authentication-failed` */
export async function askToSignOut(url: string): Promise<void> {
  await call(url, 'sign-out', '{}')
}

function post(url: string, name: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  return call(url, name, JSON.stringify(body))
}

async function call(
  url: string,
  name: string,
  body?: string,
): Promise<Readonly<Record<string, unknown>>> {
  let text: string
  try {
    text = await fetchText(`${url.replace(/\/+$/, '')}/${name}`, {
      ...(body !== undefined && { body }),
      credentials: 'include',
      refused: (response, answer) => refusalOf(name, response, answer),
    })
  } catch (cause) {
    // An error that the server reported is thrown unchanged. Any other error means that the server
    // could not be reached.
    if (
      hasCode(cause) &&
      (cause.code === 'sign-in-failed' || cause.code === 'authentication-failed')
    )
      throw cause
    return fail(name, hasCode(cause) ? cause.code : 'unreachable', cause)
  }
  if (name === 'sign-out') return {}
  try {
    const answer: unknown = JSON.parse(text)
    if (typeof answer === 'object' && answer !== null)
      return answer as Readonly<Record<string, unknown>>
  } catch {
    // An answer that is not JSON is reported below.
  }
  return fail(name, 'the answer is no JSON object')
}

/**
 * The error for a refused call. When a proof is refused, the sign-in failed; any other refusal
 * means that the server is not set up as it should be.
 */
function refusalOf(name: string, { status }: Response, text: string): LatchkeyError {
  let reason = `${status}`
  let fix = fixOf(name)
  try {
    const { error, reasons } = JSON.parse(text) as {
      readonly error?: Readonly<Record<string, unknown>>
      /**
       * Reasons that a gateway gives when it refuses a request before its sign-in has handled it.
       */
      readonly reasons?: readonly Readonly<Record<string, unknown>>[]
    }
    const said = [
      error?.code ?? reasons?.[0]?.field,
      error?.reason ?? reasons?.[0]?.description,
    ].filter((part) => typeof part === 'string' && part !== '')
    reason = [reason, ...said].join(': ').slice(0, 300)
    if (typeof error?.fix === 'string') fix = error.fix.slice(0, 300)
  } catch {
    // The answer is not JSON, so the status alone is the reason.
  }
  return status < 500 && status !== 404 && name === 'verify'
    ? new LatchkeyError('sign-in-failed', { reason, fix, sourceCode: status })
    : new LatchkeyError('authentication-failed', {
        reason: `${name}: ${reason}`,
        sourceCode: status,
        fix,
      })
}

function fail(name: string, reason: string, cause?: unknown): never {
  throw new LatchkeyError('authentication-failed', {
    reason: `${name}: ${reason}`,
    fix: fixOf(name),
    cause,
  })
}

const fixOf = (name: string): string =>
  `let the server answer ${name === 'session' ? 'GET' : 'POST'} …/${name} as \`createSignIn\` says`

function readChallenge(value: unknown): SignInChallenge | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const fields = value as Readonly<Record<string, unknown>>
  const isText = (field: unknown): field is string =>
    typeof field === 'string' && field.length > 0 && field.length <= maxFieldLength
  const { domain, uri, nonce, issuedAt, resources } = fields
  if (!isText(domain) || !isText(uri) || !isText(nonce) || !isText(issuedAt)) return undefined
  const optional: Record<string, string> = {}
  for (const name of ['statement', 'expirationTime', 'notBefore', 'requestId'] as const) {
    const field = fields[name]
    if (field === undefined || field === null) continue
    if (!isText(field)) return undefined
    optional[name] = field
  }
  if (resources === undefined || resources === null)
    return { domain, uri, nonce, issuedAt, ...optional }
  if (!Array.isArray(resources) || resources.length > maxResources || !resources.every(isText))
    return undefined
  return { domain, uri, nonce, issuedAt, ...optional, resources }
}
