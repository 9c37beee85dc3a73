import type { KeyedHash } from '../../base/keyed-hash.ts'
import { openText, sealText } from '../../base/seal-text.ts'
import type { OutgoingMail } from './send-mail.ts'

/** Encrypts a mail for the database. The result can be decrypted only for the same row. */
export function sealMail(hash: KeyedHash, id: string, mail: OutgoingMail): string {
  return sealText(hash('mail'), id, JSON.stringify(mail))
}

/**
 * Decrypts a mail.
 * @throws when it was encrypted with another key or for another row, or was changed
 */
export function openMail(hash: KeyedHash, id: string, sealedMail: string): OutgoingMail {
  return JSON.parse(openText(hash('mail'), id, sealedMail))
}
