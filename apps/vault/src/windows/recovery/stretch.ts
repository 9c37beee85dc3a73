import type { RecoveryMethod } from '@latchkey/protocol/vault'
import { base64urlnopad } from '@scure/base'
import type { ArgonInput } from './argon-worker.ts'
import url from './argon-worker.ts?worker&url'

export type PasswordMethod = Extract<RecoveryMethod, { kind: 'password' }>

/** Argon2id parameters for new passwords: 64 MiB, three passes, one lane. */
export const argonParameters = { memory: 65_536, passes: 3, lanes: 1 } as const

interface TrustedTypesFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown }
}

/**
 * Makes the function that hashes passwords in a worker. Call it once for each document, because its
 * Trusted Types policy cannot be created twice.
 */
export function openStretch(): (input: ArgonInput) => Promise<Uint8Array> {
  const scriptUrlRules = {
    createScriptURL(scriptUrl: string): string {
      if (scriptUrl !== url) throw new TypeError('not a script of the vault')
      return scriptUrl
    },
  }
  const trustedTypesFactory = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes
  const policy =
    trustedTypesFactory?.createPolicy('latchkey-vault', scriptUrlRules) ?? scriptUrlRules
  return (input) => {
    const worker = new Worker(policy.createScriptURL(url) as string, {
      type: 'module',
      name: 'password',
    })
    const hash = new Promise<Uint8Array>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Uint8Array>) => resolve(data)
      worker.onerror = () => reject(new Error('a script of the vault did not run'))
      worker.postMessage(input, [input.password.buffer as ArrayBuffer])
    })
    return hash.finally(() => worker.terminate())
  }
}

/**
 * Whether this device accepts the Argon2id parameters that are stored with a password: too large
 * ones would exhaust its memory, too small ones would weaken the protection.
 */
export function hasSaneParameters({
  memory,
  passes,
  lanes,
}: Pick<PasswordMethod, 'memory' | 'passes' | 'lanes'>): boolean {
  const hasOnlyIntegers = [memory, passes, lanes].every(Number.isInteger)
  return (
    hasOnlyIntegers &&
    memory >= argonParameters.memory &&
    memory <= 1_048_576 &&
    passes >= argonParameters.passes &&
    passes <= 16 &&
    lanes >= 1 &&
    lanes <= 4
  )
}

/**
 * Computes the bytes that a password's recovery key is derived from. One half of the password's
 * hash never leaves this device; the other half is sent to the gateway, which returns a secret
 * value (pepper) for it. So neither somebody with the database nor the gateway can guess the
 * password offline.
 * @param ask - calls `POST /api/recovery/pepper`
 */
export async function passwordSecret(options: {
  readonly password: string
  readonly method: Pick<PasswordMethod, 'salt' | 'memory' | 'passes' | 'lanes'>
  readonly stretch: (input: ArgonInput) => Promise<Uint8Array>
  readonly ask: (body: {
    readonly method: string
    readonly hash: string
  }) => Promise<{ readonly key: string }>
}): Promise<Uint8Array> {
  const { password, method, stretch, ask } = options
  if (!hasSaneParameters(method)) throw new TypeError('parameters of Argon2id out of bounds')
  const { salt, memory, passes, lanes } = method
  const passwordBytes = new TextEncoder().encode(password.normalize('NFKC'))
  const hash = await stretch({
    password: passwordBytes,
    salt: base64urlnopad.decode(salt),
    memory,
    passes,
    lanes,
  })
  // The random salt identifies the way to recover in this call, because the gateway has not given
  // it an id yet.
  const { key } = await ask({ method: salt, hash: base64urlnopad.encode(hash.subarray(32)) })
  const pepper = base64urlnopad.decode(key)
  if (pepper.length < 32) throw new TypeError('no pepper')
  const secret = Uint8Array.of(...hash.subarray(0, 32), ...pepper)
  hash.fill(0)
  pepper.fill(0)
  return secret
}
