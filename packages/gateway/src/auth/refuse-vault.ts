import { type ErrorCode, LatchkeyError } from '@latchkey/protocol'

const statuses = {
  'email-invalid': [400, 'This is not an email address'],
  'code-wrong': [400, 'The code is not right'],
  'code-expired': [400, 'The code holds no more'],
  'code-limit': [429, 'Too many codes or tries'],
  'rate-limited': [429, 'Too many requests: wait and try again'],
  'proof-needed': [401, 'A fresh sign-in is needed'],
  'device-revoked': [403, 'This device was removed from the account'],
  'identity-taken': [409, 'This belongs to another account'],
  'recovery-failed': [404, 'There is nothing to recover with'],
  'wallet-unopenable': [404, 'This device has no such share'],
  'vault-refused': [403, 'The vault does not take this'],
} as const satisfies Partial<Record<ErrorCode, readonly [number, string]>>

export type VaultRefusal = keyof typeof statuses

/** How a refusal differs from the usual one of its code. */
export interface RefusalDetails {
  /** Seconds. */
  readonly retryAfter?: number
  readonly status?: number
  /** For whoever reads the answer: never what was sent. */
  readonly reason?: string
}

/** The error that makes a call of the vault answer with `code` as the refusal's field. */
export function refuseVault(code: VaultRefusal, { retryAfter, status, reason }: RefusalDetails = {}): LatchkeyError {
  const [usual, description] = statuses[code]
  return new LatchkeyError(code, {
    reason: reason ?? description,
    sourceCode: status ?? usual,
    field: code,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  })
}
