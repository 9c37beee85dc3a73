import { LatchkeyError } from '@latchkey/protocol'
import type { Hex32 } from '../contract.ts'
import { agree } from './agree.ts'
import { openText, sealText, splitEnvelope } from './envelope-text.ts'
import { parseMessage } from './parse-message.ts'

/** The symmetric key of a topic, or the key pair whose public key determines the topic (type 1). */
export type EnvelopeKey =
  | { readonly symKey: Hex32 }
  | { readonly privateKey: string; readonly publicKey: Hex32 }

/**
 * Encrypts a JSON value into a base64 envelope: type 1 with a sender's key, else type 0. Throws
 * `envelope-invalid` on an invalid key. Source: WalletConnect core 2, "Envelopes".
 */
export async function sealEnvelope(parameters: {
  readonly symKey: Hex32
  readonly json: unknown
  readonly sender?: { readonly publicKey: Hex32 } | undefined
}): Promise<string> {
  const { symKey, json, sender } = parameters
  return sealText({ symKey, text: JSON.stringify(json), senderPublicKey: sender?.publicKey })
}

/**
 * Decrypts an envelope: type 0 with a symmetric key, type 1 with a private key. Throws
 * `envelope-invalid` on other types, more than 1 MiB, non-canonical base64, a wrong key, or
 * anything but JSON.
 */
export async function openEnvelope(
  message: string,
  key: EnvelopeKey,
): Promise<{ readonly json: unknown; readonly senderPublicKey?: Hex32 }> {
  const splitMessage = splitEnvelope(message)
  const { senderPublicKey } = splitMessage
  if ('symKey' in key) {
    if (senderPublicKey) throw new LatchkeyError('envelope-invalid', { reason: 'type 1, not 0' })
    return { json: parseMessage(await openText(key.symKey, splitMessage)) }
  }
  if (!senderPublicKey) throw new LatchkeyError('envelope-invalid', { reason: 'type 0, not 1' })
  const symKey = await agree(key.privateKey, senderPublicKey)
  return { json: parseMessage(await openText(symKey, splitMessage)), senderPublicKey }
}
