import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeyedHash } from '../../base/keyed-hash.ts'
import type { OutgoingMail } from './send-mail.ts'

const ivBytes = 12
const tagBytes = 16

/** Encrypts a mail for the database: AES-256-GCM, bound to its row. */
export function sealMail(hash: KeyedHash, id: string, mail: OutgoingMail): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', hash('mail'), iv).setAAD(Buffer.from(id))
  const text = Buffer.concat([cipher.update(JSON.stringify(mail)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
}

/**
 * Decrypts a mail.
 * @throws when it was encrypted with another key or for another row, or was changed
 */
export function openMail(hash: KeyedHash, id: string, sealedMail: string): OutgoingMail {
  const bytes = Buffer.from(sealedMail, 'base64url')
  const textStart = ivBytes + tagBytes
  const decipher = createDecipheriv('aes-256-gcm', hash('mail'), bytes.subarray(0, ivBytes))
    .setAAD(Buffer.from(id))
    .setAuthTag(bytes.subarray(ivBytes, textStart))
  return JSON.parse(
    Buffer.concat([decipher.update(bytes.subarray(textStart)), decipher.final()]).toString(),
  )
}
