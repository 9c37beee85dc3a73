import { base64urlnopad } from '@scure/base'

/** A passkey that was created but not used yet. */
export interface NewPasskey {
  /** Id of the WebAuthn credential, base64url. */
  readonly credential: string
  /** Input of WebAuthn's PRF extension, base64url. */
  readonly salt: string
  readonly isSynced: boolean
  /** Output of the PRF, if creating the passkey gave one. */
  readonly first?: Uint8Array
}

interface PrfResults {
  readonly prf?: {
    readonly enabled?: boolean
    readonly results?: { readonly first?: BufferSource }
  }
}

const timeout = 120_000
/** Bit of the backup state flag (BS) in a passkey's authenticator data. */
const backupStateFlag = 0x10

const randomBytes = (length: number): Uint8Array<ArrayBuffer> =>
  crypto.getRandomValues(new Uint8Array(length))

/**
 * Creates a passkey for this vault that gives a secret (WebAuthn's PRF extension). When the
 * platform refuses to create one with PRF, a passkey is created without it, which may still give
 * the secret when it is used.
 * @throws the browser's errors, as `NotAllowedError` when the visitor declines
 */
export async function makePasskey(
  label: string,
  credentials: CredentialsContainer = navigator.credentials,
): Promise<NewPasskey> {
  const salt = randomBytes(32)
  const name = label.slice(0, 64) || location.hostname
  const publicKey = (extensions: object): PublicKeyCredentialCreationOptions => ({
    challenge: randomBytes(32),
    rp: { id: location.hostname, name: location.hostname },
    user: { id: randomBytes(32), name, displayName: name },
    pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
    timeout,
    extensions: extensions as AuthenticationExtensionsClientInputs,
  })
  const createCredential = (extensions: object) =>
    credentials.create({ publicKey: publicKey(extensions) })
  const createdCredential = await createCredential({ prf: { eval: { first: salt } } }).catch(
    (error: unknown) => {
      if ((error as { name?: string }).name === 'NotAllowedError') throw error
      return createCredential({})
    },
  )
  const credential = createdCredential as PublicKeyCredential | null
  if (!credential) throw new TypeError('no passkey')
  const response = credential.response as AuthenticatorAttestationResponse
  const authenticatorFlags = new Uint8Array(response.getAuthenticatorData())[32] ?? 0
  const first = prfResultOf(credential)
  return {
    credential: base64urlnopad.encode(new Uint8Array(credential.rawId)),
    salt: base64urlnopad.encode(salt),
    isSynced: (authenticatorFlags & backupStateFlag) !== 0,
    ...(first && { first }),
  }
}

/**
 * Asks for one of these passkeys; resolves to its secret and which passkey it is, or to null when
 * it gives no secret.
 * @throws the browser's errors, as `NotAllowedError` when the visitor declines
 */
export async function askPasskey(
  passkeys: readonly { readonly credential: string; readonly salt: string }[],
  credentials: CredentialsContainer = navigator.credentials,
): Promise<{ readonly credential: string; readonly secret: Uint8Array } | null> {
  const saltByCredential = passkeys.map(
    ({ credential, salt }) => [credential, { first: base64urlnopad.decode(salt) }] as const,
  )
  const usedCredential = await credentials.get({
    publicKey: {
      challenge: randomBytes(32),
      rpId: location.hostname,
      userVerification: 'required',
      allowCredentials: passkeys.map(({ credential }) => ({
        type: 'public-key',
        id: base64urlnopad.decode(credential) as Uint8Array<ArrayBuffer>,
      })),
      timeout,
      extensions: {
        prf: { evalByCredential: Object.fromEntries(saltByCredential) },
      } as AuthenticationExtensionsClientInputs,
    },
  })
  const credential = usedCredential as PublicKeyCredential | null
  const secret = credential && prfResultOf(credential)
  return secret
    ? { credential: base64urlnopad.encode(new Uint8Array(credential.rawId)), secret }
    : null
}

/**
 * Tells the password manager, when the browser can, that a passkey is of no use, so that it is no
 * longer offered.
 */
export async function forgetPasskey({
  credential,
}: {
  readonly credential: string
}): Promise<void> {
  const { signalUnknownCredential } = (globalThis.PublicKeyCredential ?? {}) as {
    signalUnknownCredential?(credentialInfo: {
      readonly rpId: string
      readonly credentialId: string
    }): Promise<void>
  }
  // Not every browser has `signalUnknownCredential`, and a failure of it changes nothing.
  await signalUnknownCredential?.({ rpId: location.hostname, credentialId: credential }).catch(
    () => {},
  )
}

/** Whether two secrets are the same 32 bytes. */
export function isSameSecret(firstSecret: Uint8Array, secondSecret: Uint8Array): boolean {
  return (
    firstSecret.length === 32 &&
    secondSecret.length === 32 &&
    firstSecret.every((byte, i) => byte === secondSecret[i])
  )
}

function prfResultOf(credential: PublicKeyCredential): Uint8Array | undefined {
  const { prf } = credential.getClientExtensionResults() as PrfResults
  const first = prf?.results?.first
  if (!first) return undefined
  const bytes = ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength)
    : new Uint8Array(first)
  return bytes.length === 32 ? bytes.slice() : undefined
}
