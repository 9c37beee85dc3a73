import type { RecoveryMethod, VaultCalls, WalletPublics } from '@latchkey/protocol/vault'

type Call = keyof VaultCalls
type Fields = Readonly<Record<string, unknown>>
type Guard = (value: unknown) => boolean

const longest = 4096
const isText: Guard = (value) => typeof value === 'string' && value.length <= longest
const isId: Guard = (value) => typeof value === 'string' && /^[\w:.-]{1,128}$/.test(value)
const isBytes: Guard = (value) =>
  typeof value === 'string' && value.length <= longest && /^[\w-]+$/.test(value)
const isTime: Guard = (value) => Number.isSafeInteger(value) && (value as number) >= 0
const isFlag: Guard = (value) => typeof value === 'boolean'
const isNumber: Guard = (value) => typeof value === 'string' && /^\d{6}$/.test(value)
const isNull: Guard = (value) => value === null
const either =
  (...guards: readonly Guard[]): Guard =>
  (value) =>
    guards.some((guard) => guard(value))
const has =
  (shape: Readonly<Record<string, Guard>>): Guard =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(shape).every(([name, guard]) =>
      guard(Object.hasOwn(value, name) ? (value as Fields)[name] : undefined),
    )
const list =
  (guard: Guard, most = 100): Guard =>
  (value) =>
    Array.isArray(value) && value.length <= most && value.every(guard)
const oneOf =
  (...values: readonly unknown[]): Guard =>
  (value) =>
    values.includes(value)

const codeAsked = { challenge: isId, expiresAt: isTime, resendAt: isTime }
const session = { token: isBytes, refreshIn: isTime, expiresAt: isTime }
const proved = either(
  has({ state: oneOf('signed-in'), session: has(session) }),
  has({ state: oneOf('confirm-device'), email: isText, ...codeAsked }),
)
const isPoint: Guard = (value) => typeof value === 'string' && /^0[23][0-9a-f]{64}$/.test(value)
const isKey: Guard = (value) =>
  typeof value === 'string' && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(value)
const publics = has({ eip155: isPoint, solana: isKey, bip122: isPoint } satisfies Record<
  keyof WalletPublics,
  Guard
>)
/** A raw P-256 point, 65 bytes. */
const isRecoveryKey: Guard = (value) => typeof value === 'string' && /^[\w-]{87}$/.test(value)
const method = either(
  has({
    kind: oneOf('passkey'),
    publicKey: isRecoveryKey,
    credential: isBytes,
    salt: isBytes,
    isSynced: isFlag,
  }),
  has({
    kind: oneOf('password'),
    publicKey: isRecoveryKey,
    salt: isBytes,
    memory: isTime,
    passes: isTime,
    lanes: isTime,
  }),
  has({ kind: oneOf('operator') }),
)
const kept: Guard = (value) =>
  method(value) && has({ id: isId, vouch: either((vouch) => vouch === undefined, isBytes) })(value)
const stored: Guard = (value) => kept(value) && has({ sealed: isBytes })(value)
const optional = (guard: Guard): Guard => either((value) => value === undefined, guard)
const request = has({
  device: isId,
  label: isText,
  site: isText,
  askedAt: isTime,
  opensAt: isTime,
  isConfirmed: isFlag,
  number: optional((value) => typeof value === 'string' && /^\d{8}$/.test(value)),
})
const empty = has({})
const isNone: Guard = (value) => value === undefined
const login = has({ expiresAt: isTime, uri: either(isNone, isText) })

const devicesPage = {
  devices: list(
    has({
      id: isId,
      site: isText,
      label: isText,
      createdAt: isTime,
      usedAt: isTime,
      isThis: isFlag,
    }),
    1000,
  ),
  devicesNext: optional(isText),
}
const notesPage = has({
  lines: list(
    has({
      at: isTime,
      what: isText,
      label: either(isNull, isText),
      site: either(isNull, isText),
    }),
  ),
  next: optional(isText),
})

const guards: Readonly<Record<Call, Guard>> = {
  'POST /api/email/start': has(codeAsked),
  'POST /api/email/resend': has(codeAsked),
  'POST /api/email/verify': proved,
  'POST /api/logins': login,
  'POST /api/logins/wait': either(
    has({ state: oneOf('awaited', 'open', 'away', 'closed', 'number', 'added') }),
    has({ state: oneOf('proved'), proved }),
    has({
      state: oneOf('failed'),
      code: oneOf(
        'login-refused',
        'login-number-wrong',
        'login-expired',
        'farcaster-failed',
        'identity-taken',
      ),
    }),
  ),
  'POST /api/logins/look': has({
    provider: isId,
    site: isText,
    number: either(isNone, isNumber),
    account: either(isNone, isText),
    identity: either(isNone, isText),
  }),
  'POST /api/logins/proceed': empty,
  'POST /api/logins/confirm': empty,
  'POST /api/logins/beat': empty,
  'POST /api/relay/tell': empty,
  'POST /api/relay/wait': has({
    told: list(
      has({
        seq: isTime,
        device: isId,
        text: (text) => typeof text === 'string' && text.length <= 49_152,
      }),
      16,
    ),
  }),
  'POST /api/session/refresh': has(session),
  'POST /api/session/end': empty,
  'GET /api/account': has({
    account: isId,
    identities: list(has({ kind: isId, label: isText })),
    publics: either(isNull, publics),
    split: either(isNull, isId),
    newest: either(isNull, isId),
    methods: list((value) => kept(value) && has({ createdAt: isTime })(value), 32),
    ...devicesPage,
    freshFor: optional(isTime),
    frozenAt: optional(isTime),
    requests: optional(list(request)),
  }),
  'POST /api/recovery/ask': empty,
  'POST /api/recovery/stop': empty,
  'POST /api/proof/start': has(codeAsked),
  'POST /api/proof/verify': empty,
  'POST /api/proof/keys': has({ challenge: isId, methods: list(stored, 32) }),
  'POST /api/proof/keys/verify': empty,
  'POST /api/account/freeze': empty,
  'POST /api/account/unfreeze': empty,
  'GET /api/account/history': notesPage,
  'POST /api/account/history': notesPage,
  'POST /api/links/look': has({ what: oneOf('freeze', 'stop-recovery') }),
  'POST /api/links/use': empty,
  'POST /api/splits': has({ split: isId }),
  'POST /api/splits/release': has({ sealed: isBytes }),
  'POST /api/splits/recover': has({ split: isId, sealed: isBytes, methods: list(stored, 32) }),
  'POST /api/recovery/pepper': has({ key: isBytes }),
  'POST /api/way-out': has({ methods: list(stored, 32) }),
  'POST /api/way-out/pepper': has({ key: isBytes }),
  'POST /api/identities/add': login,
  'POST /api/identities/remove': empty,
  'POST /api/devices': has(devicesPage),
  'POST /api/devices/revoke': empty,
  'POST /api/email/change': has(codeAsked),
  'POST /api/email/change/verify': either(has(codeAsked), empty),
  'POST /api/account/delete': empty,
}

/** Whether what the gateway answered has the shape of that call. */
export function isAnswer<C extends Call>(
  call: C,
  value: unknown,
): value is VaultCalls[C]['answer'] {
  return guards[call](value)
}

/** Whether `value`, of a window, is how a recovery key's secret is found. */
export function isRecoveryMethod(value: unknown): value is RecoveryMethod {
  return method(value)
}
