import { hasCode } from '@latchkey/protocol'

const faultTextByCode: Readonly<Record<string, string>> = {
  'pairing-link-invalid': 'This is no pairing link. Copy the whole link, from “wc:” on.',
  'pairing-expired': 'This code has expired. Show a new one on the page.',
  'proposal-unsupported': 'The page asks for something this wallet has not.',
  'relay-unreachable': 'The relay cannot be reached. Is the gateway running?',
  'relay-refused': 'The relay refused the message.',
  'request-expired': 'The page waits no longer for this.',
  'session-expired': 'The session has expired. Connect again.',
  'session-ended': 'The page has ended the session.',
}

/** The text of a failure for the visitor. */
export function faultText(error: unknown): string {
  if (hasCode(error)) return faultTextByCode[error.code] ?? `It did not work (${error.code}).`
  return 'It did not work.'
}
