import type { StoredRecovery } from '@latchkey/protocol/vault'
import { base64urlnopad } from '@scure/base'
import { openSecret, type SealPurpose, sealSecret } from '../../seal.ts'
import { recoveryKey } from '../recovery/recovery-key.ts'

/**
 * Thrown when a secret does not open the data: a wrong passkey or password, or somebody else's
 * share.
 */
export class WrongSecretError extends Error {}

type KeyedRecovery = Exclude<StoredRecovery, { readonly kind: 'operator' }>

/**
 * Opens data that is encrypted for the key of a passkey or password, with that method's secret, and
 * wipes the secret. The key that derives from the secret must be the method's own; no other key is
 * tried.
 * @throws WrongSecretError
 */
export async function openSealedShare(
  purpose: SealPurpose,
  method: KeyedRecovery,
  secret: Uint8Array,
): Promise<Uint8Array> {
  const { pair, publicKey } = await recoveryKey(secret)
  if (publicKey !== method.publicKey) throw new WrongSecretError()
  return openSecret(purpose, pair, base64urlnopad.decode(method.sealed)).catch(() => {
    throw new WrongSecretError()
  })
}

/** Opens the recovery share and seals it to the frame's worker. @throws WrongSecretError */
export async function openRecovery(
  method: KeyedRecovery,
  secret: Uint8Array,
  sealKey: string,
): Promise<string> {
  const share = await openSealedShare('recovery', method, secret)
  try {
    return base64urlnopad.encode(
      await sealSecret('recovery', base64urlnopad.decode(sealKey), share),
    )
  } finally {
    share.fill(0)
  }
}
