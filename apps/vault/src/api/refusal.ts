import { type ErrorCode, isErrorBody, LatchkeyError } from '@latchkey/protocol'

/** Error codes that the gateway may answer to the vault. */
const knownCodes: ReadonlySet<string> = new Set<ErrorCode>([
  ...([
    'email-invalid',
    'code-wrong',
    'code-expired',
    'code-limit',
    'rate-limited',
    'proof-needed',
  ] as const),
  ...([
    'device-revoked',
    'account-frozen',
    'identity-taken',
    'recovery-failed',
    'recovery-needed',
    'requests-full',
    'wallet-unopenable',
  ] as const),
  ...([
    'vault-refused',
    'login-expired',
    'login-refused',
    'login-number-wrong',
    'farcaster-failed',
  ] as const),
])

/** Makes the error for a call that the gateway refused. The gateway's own text is left out. */
export function refusalToError(
  status: number,
  body: unknown,
  retryAfter: string | null,
): LatchkeyError {
  const fieldAtFault = isErrorBody(body) ? body.reasons[0]?.field : undefined
  const code =
    fieldAtFault && knownCodes.has(fieldAtFault)
      ? (fieldAtFault as ErrorCode)
      : errorCodeByStatus(status)
  const seconds =
    retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined
  return new LatchkeyError(code, {
    sourceCode: status,
    ...(seconds !== undefined && { retryAfter: seconds }),
  })
}

function errorCodeByStatus(status: number): ErrorCode {
  if (status === 401) return 'proof-needed'
  if (status === 429) return 'rate-limited'
  return status >= 500 ? 'server-error' : 'gateway-refused'
}
