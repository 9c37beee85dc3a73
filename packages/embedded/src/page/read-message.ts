import { type ErrorCode, LatchkeyError } from '@latchkey/protocol'
import { type VaultEvent, vaultMessageLength } from '@latchkey/protocol/vault'
import { readSession } from './read-session.ts'
import { readApproval, readStep } from './read-step.ts'

/** Error codes of the vault; any other code is read as `unknown`. */
const vaultErrorCodes = [
  'account-frozen',
  'account-missing',
  'auth-not-connected',
  'chain-unsupported',
  'code-expired',
  'code-limit',
  'code-wrong',
  'device-revoked',
  'email-invalid',
  'farcaster-failed',
  'identity-taken',
  'insufficient-fee-funds',
  'insufficient-funds',
  'login-expired',
  'login-number-wrong',
  'login-refused',
  'popup-closed',
  'proof-needed',
  'rate-limited',
  'recovery-failed',
  'recovery-needed',
  'request-expired',
  'request-not-allowed',
  'rpc-internal',
  'rpc-invalid-params',
  'rpc-method-not-found',
  'social-failed',
  'user-rejected',
  'vault-refused',
  'vault-storage-missing',
  'vault-unreachable',
  'wallet-unopenable',
] as const satisfies readonly ErrorCode[]

export type FrameText =
  | { readonly kind: 'answer'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: LatchkeyError }
  | { readonly kind: 'event'; readonly event: VaultEvent }

const maxReasonLength = 500

/** Reads a message of the frame, which is untrusted; undefined for an unknown message. */
export function readMessage(text: unknown, origin: string): FrameText | undefined {
  const fields = readJson(text)
  if (!fields) return undefined
  if ('event' in fields) {
    const event = readEvent(fields, origin)
    return event && { kind: 'event', event }
  }
  const { id } = fields
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) return undefined
  if ('error' in fields) return { kind: 'error', id, error: readError(fields.error) }
  return 'result' in fields ? { kind: 'answer', id, result: fields.result } : undefined
}

/**
 * Parses JSON of limited length and returns the fields of its object; undefined for anything else.
 */
export function readJson(text: unknown): Record<string, unknown> | undefined {
  if (typeof text !== 'string' || text.length > vaultMessageLength) return undefined
  try {
    const parsedJson: unknown = JSON.parse(text)
    return typeof parsedJson === 'object' && parsedJson !== null && !Array.isArray(parsedJson)
      ? (parsedJson as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** An error code of the vault, else `unknown`. */
export function readCode(code: unknown): ErrorCode {
  return vaultErrorCodes.find((one) => one === code) ?? 'unknown'
}

function readError(error: unknown): LatchkeyError {
  const { code, reason, sourceCode, retryAfter } = (error ?? {}) as Record<string, unknown>
  return new LatchkeyError(readCode(code), {
    ...(typeof reason === 'string' && { reason: reason.slice(0, maxReasonLength) }),
    ...(typeof sourceCode === 'number' && { sourceCode }),
    ...(typeof retryAfter === 'number' &&
      retryAfter >= 0 &&
      retryAfter <= 86_400 && { retryAfter }),
  })
}

function readEvent(fields: Record<string, unknown>, origin: string): VaultEvent | undefined {
  switch (fields.event) {
    case 'alive':
      return { event: 'alive' }
    case 'login': {
      const step = readStep(fields.step, origin)
      return step && { event: 'login', step }
    }
    case 'login-failed':
      return { event: 'login-failed', code: readCode(fields.code) }
    case 'approval': {
      if (fields.approval === null) return { event: 'approval', approval: null }
      const approval = readApproval(fields.approval, origin)
      return approval && { event: 'approval', approval }
    }
    case 'session': {
      if (fields.session === null)
        return {
          event: 'session',
          session: null,
          ...('code' in fields && { code: readCode(fields.code) }),
        }
      const session = readSession(fields.session)
      return session && { event: 'session', session }
    }
  }
  return undefined
}
