import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

/**
 * Encrypts a text for the database with AES-256-GCM. The result can be decrypted only for the same
 * row.
 * @param key - 32 bytes
 * @param id - id of the row that stores the text
 */
export function sealText(key: Uint8Array, id: string, text: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(id))
  const sealed = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/**
 * Decrypts a text that was encrypted for the database.
 * @throws when the text was encrypted with another key or for another row, or was changed
 */
export function openText(key: Uint8Array, id: string, sealedText: string): string {
  const bytes = Buffer.from(sealedText, 'base64url')
  const textStart = ivBytes + tagBytes
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
    .setAAD(Buffer.from(id))
    .setAuthTag(bytes.subarray(ivBytes, textStart))
  return Buffer.concat([decipher.update(bytes.subarray(textStart)), decipher.final()]).toString()
}
