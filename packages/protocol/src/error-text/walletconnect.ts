/**
 * Texts of the errors of connecting over a relay: pairing, proposal, session. Source: WalletConnect
 * sign 2, "SDK error codes".
 */
export const walletConnectTexts = {
  'pairing-link-invalid': {
    what: 'This is no pairing link',
    fix: 'Copy the whole link, from `wc:` on, of a code that is still shown.',
  },
  'pairing-expired': {
    what: 'Proposal expired',
    fix: 'Show a new code: a pairing lives four minutes.',
  },
  'proposal-unsupported': {
    what: 'The wallet supports none of what the page asked for',
    fix: 'Offer a network and methods that the wallet has.',
  },
  'session-expired': {
    what: 'The session with the wallet has expired',
    fix: 'Connect again.',
  },
  'session-ended': {
    what: 'The wallet ended the session',
    fix: 'Connect again.',
  },
  'request-expired': {
    what: 'The wallet did not answer the request in time',
    fix: 'Open the wallet, then ask again.',
  },
  'request-unauthorized': {
    what: 'The session does not allow this request',
    fix: 'Connect again and ask for the method, event or network that the reason names.',
  },
  'relay-unreachable': {
    what: 'No relay could be reached',
    fix: 'Check the connection and the addresses in `relays`.',
  },
  'relay-refused': {
    what: 'The relay refused the message',
    fix: 'Check the project id for this relay, and how much is sent to it.',
  },
  'envelope-invalid': {
    what: 'A message could not be opened',
    fix: 'It was made with another key, or damaged on the way: connect again.',
  },
} as const
