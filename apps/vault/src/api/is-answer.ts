import type { RecoveryMethod, VaultCalls, WalletPublics } from '@latchkey/protocol/vault'

type Call = keyof VaultCalls
type Fields = Readonly<Record<string, unknown>>
type Guard = (value: unknown) => boolean

const maxTextLength = 4096
const isText: Guard = (value) => typeof value === 'string' && value.length <= maxTextLength
const isId: Guard = (value) => typeof value === 'string' && /^[\w:.-]{1,128}$/.test(value)
const isBytes: Guard = (value) =>
  typeof value === 'string' && value.length <= maxTextLength && /^[\w-]+$/.test(value)
const isTime: Guard = (value) => Number.isSafeInteger(value) && (value as number) >= 0
const isBoolean: Guard = (value) => typeof value === 'boolean'
const isNumber: Guard = (value) => typeof value === 'string' && /^\d{6}$/.test(value)
const isNull: Guard = (value) => value === null
const isAnyOf =
  (...guards: readonly Guard[]): Guard =>
  (value) =>
    guards.some((guard) => guard(value))
const hasShape =
  (fieldGuards: Readonly<Record<string, Guard>>): Guard =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fieldGuards).every(([name, guard]) =>
      guard(Object.hasOwn(value, name) ? (value as Fields)[name] : undefined),
    )
const isListOf =
  (guard: Guard, maxItems = 100): Guard =>
  (value) =>
    Array.isArray(value) && value.length <= maxItems && value.every(guard)
const isOneOf =
  (...values: readonly unknown[]): Guard =>
  (value) =>
    values.includes(value)

const codeSent = { challenge: isId, expiresAt: isTime, resendAt: isTime }
const sessionShape = { token: isBytes, refreshIn: isTime, expiresAt: isTime }
const isProofAnswer = isAnyOf(
  hasShape({ state: isOneOf('signed-in'), session: hasShape(sessionShape) }),
  hasShape({ state: isOneOf('confirm-device'), email: isText, ...codeSent }),
)
const isPoint: Guard = (value) => typeof value === 'string' && /^0[23][0-9a-f]{64}$/.test(value)
const isKey: Guard = (value) =>
  typeof value === 'string' && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(value)
const hasPublicKeys = hasShape({ eip155: isPoint, solana: isKey, bip122: isPoint } satisfies Record<
  keyof WalletPublics,
  Guard
>)
/** A recovery key's public half: raw P-256 point, 65 bytes as base64url. */
const isRecoveryKey: Guard = (value) => typeof value === 'string' && /^[\w-]{87}$/.test(value)
const isMethod = isAnyOf(
  hasShape({
    kind: isOneOf('passkey'),
    publicKey: isRecoveryKey,
    credential: isBytes,
    salt: isBytes,
    isSynced: isBoolean,
  }),
  hasShape({
    kind: isOneOf('password'),
    publicKey: isRecoveryKey,
    salt: isBytes,
    memory: isTime,
    passes: isTime,
    lanes: isTime,
  }),
  hasShape({ kind: isOneOf('operator') }),
)
const isKeptMethod: Guard = (value) =>
  isMethod(value) &&
  hasShape({ id: isId, vouch: isAnyOf((vouch) => vouch === undefined, isBytes) })(value)
const isStoredMethod: Guard = (value) => isKeptMethod(value) && hasShape({ sealed: isBytes })(value)
const makeOptional = (guard: Guard): Guard => isAnyOf((value) => value === undefined, guard)
const request = hasShape({
  device: isId,
  label: isText,
  site: isText,
  askedAt: isTime,
  opensAt: isTime,
  isConfirmed: isBoolean,
  number: makeOptional((value) => typeof value === 'string' && /^\d{8}$/.test(value)),
})
const isEmptyObject = hasShape({})
const isUndefined: Guard = (value) => value === undefined
const isLoginAnswer = hasShape({ expiresAt: isTime, uri: isAnyOf(isUndefined, isText) })

const devicesPage = {
  devices: isListOf(
    hasShape({
      id: isId,
      site: isText,
      label: isText,
      createdAt: isTime,
      usedAt: isTime,
      isThis: isBoolean,
    }),
    1000,
  ),
  devicesNext: makeOptional(isText),
}
const notesPage = hasShape({
  lines: isListOf(
    hasShape({
      at: isTime,
      what: isText,
      label: isAnyOf(isNull, isText),
      site: isAnyOf(isNull, isText),
    }),
  ),
  next: makeOptional(isText),
})

const answerGuards: Readonly<Record<Call, Guard>> = {
  'POST /api/email/start': hasShape(codeSent),
  'POST /api/email/resend': hasShape(codeSent),
  'POST /api/email/verify': isProofAnswer,
  'POST /api/logins': isLoginAnswer,
  'POST /api/logins/wait': isAnyOf(
    hasShape({ state: isOneOf('awaited', 'open', 'away', 'closed', 'number', 'added') }),
    hasShape({ state: isOneOf('proved'), proved: isProofAnswer }),
    hasShape({
      state: isOneOf('failed'),
      code: isOneOf(
        'login-refused',
        'login-number-wrong',
        'login-expired',
        'farcaster-failed',
        'identity-taken',
      ),
    }),
  ),
  'POST /api/logins/look': hasShape({
    provider: isId,
    site: isText,
    number: isAnyOf(isUndefined, isNumber),
    account: isAnyOf(isUndefined, isText),
    identity: isAnyOf(isUndefined, isText),
  }),
  'POST /api/logins/proceed': isEmptyObject,
  'POST /api/logins/confirm': isEmptyObject,
  'POST /api/logins/beat': isEmptyObject,
  'POST /api/relay/tell': isEmptyObject,
  'POST /api/relay/wait': hasShape({
    told: isListOf(
      hasShape({
        seq: isTime,
        device: isId,
        text: (text) => typeof text === 'string' && text.length <= 49_152,
      }),
      16,
    ),
  }),
  'POST /api/session/refresh': hasShape(sessionShape),
  'POST /api/session/end': isEmptyObject,
  'GET /api/account': hasShape({
    account: isId,
    identities: isListOf(hasShape({ kind: isId, label: isText })),
    publics: isAnyOf(isNull, hasPublicKeys),
    split: isAnyOf(isNull, isId),
    newest: isAnyOf(isNull, isId),
    methods: isListOf((value) => isKeptMethod(value) && hasShape({ createdAt: isTime })(value), 32),
    ...devicesPage,
    freshFor: makeOptional(isTime),
    frozenAt: makeOptional(isTime),
    requests: makeOptional(isListOf(request)),
  }),
  'POST /api/recovery/ask': isEmptyObject,
  'POST /api/recovery/stop': isEmptyObject,
  'POST /api/proof/start': hasShape(codeSent),
  'POST /api/proof/verify': isEmptyObject,
  'POST /api/proof/keys': hasShape({ challenge: isId, methods: isListOf(isStoredMethod, 32) }),
  'POST /api/proof/keys/verify': isEmptyObject,
  'POST /api/account/freeze': isEmptyObject,
  'POST /api/account/unfreeze': isEmptyObject,
  'GET /api/account/history': notesPage,
  'POST /api/account/history': notesPage,
  'POST /api/links/look': hasShape({ what: isOneOf('freeze', 'stop-recovery') }),
  'POST /api/links/use': isEmptyObject,
  'POST /api/splits': hasShape({ split: isId }),
  'POST /api/splits/release': hasShape({ sealed: isBytes }),
  'POST /api/splits/recover': hasShape({
    split: isId,
    sealed: isBytes,
    methods: isListOf(isStoredMethod, 32),
  }),
  'POST /api/recovery/pepper': hasShape({ key: isBytes }),
  'POST /api/way-out': hasShape({ methods: isListOf(isStoredMethod, 32) }),
  'POST /api/way-out/pepper': hasShape({ key: isBytes }),
  'POST /api/identities/add': isLoginAnswer,
  'POST /api/identities/remove': isEmptyObject,
  'POST /api/devices': hasShape(devicesPage),
  'POST /api/devices/revoke': isEmptyObject,
  'POST /api/email/change': hasShape(codeSent),
  'POST /api/email/change/verify': isAnyOf(hasShape(codeSent), isEmptyObject),
  'POST /api/account/delete': isEmptyObject,
}

/** Whether an answer of the gateway has the shape that `call` expects. */
export function isAnswer<C extends Call>(
  call: C,
  value: unknown,
): value is VaultCalls[C]['answer'] {
  return answerGuards[call](value)
}

/**
 * Whether `value`, which a window sent, describes a way to recover: where the secret of its
 * recovery key comes from.
 */
export function isRecoveryMethod(value: unknown): value is RecoveryMethod {
  return isMethod(value)
}
