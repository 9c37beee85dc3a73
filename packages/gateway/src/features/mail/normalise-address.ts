import { domainToASCII } from 'node:url'
import { refuseMail } from './refuse-mail.ts'

const localPattern = /^[a-z\d!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z\d!#$%&'*+/=?^_`{|}~-]+)*$/i
const hostLabelPattern = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/

/**
 * Normalises an email address: it is trimmed and its domain put in lower-case ASCII. The part
 * before the @ stays as it is, because only the recipient's mail server knows which spellings are
 * equal.
 * @throws `email-invalid` for anything but one plain address
 */
export function normaliseAddress(text: string): string {
  const trimmed = text.trim()
  const atSignIndex = trimmed.lastIndexOf('@')
  const [name, host] = [trimmed.slice(0, atSignIndex), trimmed.slice(atSignIndex + 1)]
  // Characters that a URL host allows but a mail domain does not are refused before URL parsing.
  const isPlainAddress =
    atSignIndex > 0 &&
    trimmed.length <= 254 &&
    name.length <= 64 &&
    localPattern.test(name) &&
    !/[\s%[\]/\\:@?#]/.test(host)
  const domain = isPlainAddress ? domainToASCII(host).toLowerCase() : ''
  const labels = domain.split('.')
  const isHost =
    labels.length > 1 &&
    labels.every((one) => hostLabelPattern.test(one)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  if (!isHost || name.length + domain.length > 253) throw refuseMail('email-invalid')
  return `${name}@${domain}`
}
