/**
 * Texts of the errors of email and social sign-in, and of the vault that holds the keys of embedded
 * wallets.
 */
export const embeddedTexts = {
  'email-invalid': {
    what: 'Not an email address',
    fix: 'Give one address, such as ada@shop.example.',
  },
  'code-wrong': {
    what: 'The code is not right',
    fix: 'Type the six digits of the newest mail.',
  },
  'code-expired': {
    what: 'The code holds no more',
    fix: 'Ask for another one: a code lives ten minutes, takes five tries and works once.',
  },
  'code-limit': {
    what: 'Too many codes or wrong tries',
    fix: 'Wait as long as `retry-after` says, then ask for another code.',
  },
  'login-expired': {
    what: 'The sign-in took too long, or was used already',
    fix: 'Begin it again.',
  },
  'login-refused': {
    what: 'The provider, or the visitor there, refused the sign-in',
    fix: 'Try again, or choose another way to sign in.',
  },
  'login-number-wrong': {
    what: 'Three times another number was typed into the page than the window of the sign-in shows',
    fix: 'Begin the sign-in again from the page itself, and type the number of the window that it opens.',
  },
  'identity-taken': {
    what: 'This way to sign in belongs to another account',
    fix: 'Sign in to that account, and remove it there first.',
  },
  'proof-needed': {
    what: 'A fresh sign-in is needed',
    fix: 'Sign in again; the wallet stays where it is.',
  },
  'device-revoked': {
    what: 'This device was removed from the account',
    fix: 'Sign in again, and recover the wallet on this device.',
  },
  'recovery-needed': {
    what: 'Recovery must be set up before more than the limit is sent',
    fix: 'Set up a passkey or a password in Settings, Recovery.',
  },
  'recovery-failed': {
    what: 'The wallet could not be recovered with this passkey or password',
    fix: 'Use the passkey or password that recovery was set up with.',
  },
  'wallet-unopenable': {
    what: 'The shares do not make the known key',
    fix: 'Recover the wallet; nothing was signed.',
  },
  'account-frozen': {
    what: 'The owner of the account has frozen it',
    fix: 'Open Devices in Settings on a device that holds the wallet, and end it there after a fresh sign-in.',
  },
  'requests-full': {
    what: 'As many devices as may already ask the operator to open the wallet',
    fix: 'Stop one of the requests on a device that holds the wallet, by the link of a mail, or ask the operator to refuse it.',
  },
  'vault-unreachable': {
    what: 'The vault could not be loaded',
    fix: "Check that the vault runs at the address given to `embedded`, and that the page's policy allows it as a frame.",
  },
  'vault-refused': {
    what: 'The vault refused the page or a message of it',
    fix: "List the page's origin in the project, and use the same version of page and vault.",
  },
  'vault-storage-missing': {
    what: 'The vault may keep nothing in this frame',
    fix: 'Serve the page from an origin; where it is itself a frame, give its `sandbox` the word `allow-same-origin`, and leave `credentialless` away. A visitor whose browser denies storage to frames of other sites must allow it, or sign in elsewhere.',
  },
} as const
