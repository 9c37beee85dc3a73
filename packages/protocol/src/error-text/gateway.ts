/** Texts of the errors of chain reads and of the gateway. */
export const gatewayTexts = {
  'balance-unavailable': {
    what: 'Token Balance Unavailable',
    fix: 'Check the RPC list or the gateway of this network.',
  },
  'balance-retry-blocked': {
    what: 'The balance was asked for too soon after a failure',
    fix: 'Wait thirty seconds.',
  },
  'transactions-unavailable': {
    what: 'Failed to fetch transactions',
    fix: 'Try again; the gateway may lack a source for this network.',
  },
  'gateway-unreachable': {
    what: 'The gateway cannot be reached',
    fix: "Check `gateway.url` and the page's Content-Security-Policy (`connect-src`).",
  },
  'gateway-timeout': {
    what: 'The gateway did not answer in time',
    fix: 'Try again.',
  },
  'gateway-answer-invalid': {
    what: 'The gateway answered something that is not of the agreed shape',
    fix: 'Check that `gateway.url` is a Latchkey gateway of the same version.',
  },
  'gateway-refused': {
    what: 'The gateway refused the request',
    fix: 'The reason says which parameter is wrong.',
  },
  'rate-limited': {
    what: 'Rate Limited',
    fix: 'Ask less often, or raise the limit of the project.',
    name: 'RATE_LIMITED',
  },
  'server-error': {
    what: 'Server Error',
    fix: "Look into the gateway's log.",
    name: 'SERVER_ERROR',
  },
  'read-unavailable': {
    what: 'Nothing is configured to read this network from',
    fix: 'Give the chain an RPC list or the kit a gateway, or connect a wallet that answers reads.',
  },
  unknown: {
    what: 'Something failed that has no name yet',
    fix: 'Look at `cause` and please report it.',
  },
} as const
