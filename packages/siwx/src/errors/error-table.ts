/**
 * Every error of the sign-in server: its HTTP status, the reason that is given when no more exact
 * one is known, and how to fix it.
 */
export const errorTable = {
  'request-invalid': {
    status: 400,
    reason: 'the body is not the JSON that this call takes',
    fix: 'Send the fields that the README of @latchkey/siwx lists for this call.',
  },
  'body-too-large': {
    status: 413,
    reason: 'the body is larger than any proof',
    fix: 'Send account, message and signature only.',
  },
  'call-unknown': {
    status: 404,
    reason: 'there is no such call',
    fix: 'Check the base path on both sides; its default is /api/siwx.',
  },
  'method-not-allowed': {
    status: 405,
    reason: 'this call takes another method',
    fix: 'GET for session, POST for all others.',
  },
  'origin-not-allowed': {
    status: 403,
    reason: 'the request does not come from a page of this site',
    fix: 'Call from a page whose origin is in `origins`; a program sends that Origin itself.',
  },
  'account-invalid': {
    status: 400,
    reason: 'the account is no CAIP-10 id of a supported family',
    fix: 'Send an account of eip155, solana, bip122 or stacks as the wallet spells it.',
  },
  'chain-unsupported': {
    status: 400,
    reason: 'this site takes no sign-in on that chain',
    fix: 'Connect on one of the chains that the server lists in `chains`.',
  },
  'sign-in-message-invalid': {
    status: 400,
    reason: 'the signed text is no CAIP-122 message',
    fix: 'Sign the text of the challenge unchanged.',
  },
  'sign-in-nonce-unknown': {
    status: 401,
    reason: 'the nonce was never given, has been used, or is long over',
    fix: 'Ask for a new challenge and sign that.',
  },
  'sign-in-browser-mismatch': {
    status: 401,
    reason: 'the challenge was given to another browser',
    fix: 'Sign in where the challenge was asked for, with cookies allowed.',
  },
  'sign-in-account-mismatch': {
    status: 401,
    reason: 'the text names another account',
    fix: 'Ask for a challenge for the account that signs.',
  },
  'sign-in-domain-mismatch': {
    status: 401,
    reason: 'the text is for another site',
    fix: 'Sign in on this site; a text with another domain may be an attempt to deceive you.',
  },
  'sign-in-uri-mismatch': {
    status: 401,
    reason: 'the text names another address',
    fix: 'Sign the text of the challenge unchanged.',
  },
  'sign-in-chain-mismatch': {
    status: 401,
    reason: 'the text is for another chain',
    fix: 'Ask for a challenge after switching the network.',
  },
  'sign-in-message-mismatch': {
    status: 401,
    reason: 'the text differs from the challenge',
    fix: 'Sign the text of the challenge unchanged.',
  },
  'sign-in-expired': {
    status: 401,
    reason: 'the challenge has expired',
    fix: 'Ask for a new challenge and sign that.',
  },
  'sign-in-not-yet-valid': {
    status: 401,
    reason: 'the challenge is not valid yet',
    fix: 'Set the clocks of the servers, or raise `clockSkewMs`.',
  },
  'sign-in-signature-invalid': {
    status: 401,
    reason: 'the signature is not of this text by this account',
    fix: 'Sign again with the account that the text names.',
  },
  'sign-in-node-unavailable': {
    status: 503,
    reason: 'no node could be asked whether the contract accepts the signature',
    fix: 'Try again later; the owner gives nodes of the chain in `rpc`.',
  },
  'session-missing': {
    status: 401,
    reason: 'nobody is signed in',
    fix: 'Sign in first.',
  },
  'account-linked-elsewhere': {
    status: 409,
    reason: 'the account is linked to other accounts',
    fix: 'Sign in with it and unlink it there first.',
  },
  'account-not-linked': {
    status: 409,
    reason: 'the account is not linked to the one that is signed in',
    fix: 'Send one of the accounts of the session.',
  },
  'account-last': {
    status: 409,
    reason: 'no account would be left',
    fix: 'Link another account first, or sign out.',
  },
  'accounts-too-many': {
    status: 409,
    reason: 'no more accounts can be linked',
    fix: 'Unlink one that is no longer needed.',
  },
  'server-error': {
    status: 500,
    reason: 'the server could not answer',
    fix: 'Try again later; the owner finds the cause by `onError`.',
  },
} as const
