/**
 * Texts about the protection of an account: refusals, new proofs of identity, requests to the
 * operator, the freeze, and the history.
 */
export const protectWords = {
  refusals: {
    'proof-needed':
      'For this you must have signed in within the last minutes. Sign out on the page, sign in again, and come back.',
    'rate-limited': 'Too many tries. Wait a while, then try again.',
    'vault-unreachable': 'The page did not answer. Try again.',
    'device-revoked': 'This device was removed from the account. Sign in again on the page.',
    'account-frozen':
      'The account is frozen, so nothing was done. Open Devices in Settings on a device that holds the wallet to end that.',
    'wallet-unopenable':
      'This device holds no share that makes the wallet: recover it here first. Nothing was changed.',
    'requests-full':
      'Several devices ask the operator already, and no more may. Stop one of those requests, by the link of its mail or on a device that holds the wallet, or tell the operator.',
    'code-wrong': 'That did not prove it. Try once more.',
    'code-expired': 'That took too long. Try once more.',
    'recovery-failed':
      'That did not open the wallet. Use the passkey or password that recovery was set up with.',
  } as Readonly<Record<string, string>>,
  proof: {
    heading: 'Confirm that it is you',
    text: 'This cannot be undone, and you signed in a while ago. We sent six digits to the email address of your account: type them here.',
    field: 'The six digits',
    button: 'Confirm',
    wrong: 'Those are not the digits we sent.',
    expired: 'The digits hold no more. Close this window and begin again from the page.',
    limit: 'Too many codes or tries. Wait a while, then try again.',
    keys: 'This cannot be undone, and you signed in a while ago. Show that it is you, with what you set up for recovery.',
    mail: 'Send me a code instead',
    wrongKey: 'That did not prove it. Use the passkey or password that recovery was set up with.',
    none: 'This cannot be undone, and you signed in a while ago. Your account has no email address for a code: sign out on the page, sign in again, and come back within ten minutes.',
  },
  ask: {
    heading: 'Ask the operator',
    text: 'Without a passkey or password the operator of this vault can open the wallet here, after a waiting time of some days and once they are sure that it is you. Your email address and your other devices are told, and can stop it.',
    button: 'Ask the operator',
    number: 'Your number',
    numberText:
      'Tell it to whoever runs this site, and answer what they ask. They confirm it; nobody else shall know it.',
    opens: (date: string) => `Not before ${date}`,
    confirmed: 'The operator has confirmed it. Sign in here again after that time.',
    unconfirmed: 'The operator has not confirmed it yet.',
    stop: 'Stop this request',
  },
  request: {
    title: 'Somebody asks the operator to open this wallet on another device',
    text: (name: string, date: string) =>
      `${name}. It opens after ${date}, once the operator confirms it.`,
    stopShort: 'Stop',
    sureShort: 'Yes, stop',
    stop: (name: string) => `Stop the request of ${name}`,
    sure: (name: string) => `Yes, stop the request of ${name}`,
    sureText: 'Nothing is opened there. Whoever asked may ask again, and you are told again.',
    alert:
      'Somebody asks the operator to open this wallet on another device. If that is not you, stop it: in Settings, on the page, under Devices.',
  },
  frozen: {
    title: 'Your account is frozen',
    text: 'Nothing is signed, handed out or changed. Before you end that, make sure that nobody else can sign in as you.',
    button: 'End the freeze',
  },
  history: {
    heading: 'What was done',
    none: 'Nothing yet.',
    more: 'Show more of what was done',
    /**
     * Texts for the lines of the audit log, by the beginning of a line; the rest of a line is not
     * shown.
     */
    lines: [
      ['account-made', 'Account made'],
      ['account-frozen', 'Account frozen'],
      ['account-unfrozen', 'Freeze ended'],
      ['signed-in', 'Signed in'],
      ['device-confirmed', 'New device confirmed'],
      ['device-revoked', 'A device was removed'],
      ['split-made', 'Shares made'],
      ['split-recovered', 'Wallet recovered'],
      ['share-released export', 'Keys exported'],
      ['share-released recover', 'Recovery begun'],
      ['recovery-added', 'A way to recover was added'],
      ['recovery-removed', 'A way to recover was removed'],
      ['recovery-asked', 'The operator was asked to open the wallet'],
      ['recovery-confirmed', 'The operator confirmed the request'],
      ['recovery-stopped', 'The request to the operator was stopped'],
      ['identity-added', 'A way to sign in was added'],
      ['identity-removed', 'A way to sign in was removed'],
      ['identity-refused', 'A way to sign in was refused'],
      ['email-changed', 'Email address changed'],
      ['way-out-asked', 'Keys taken along without a sign-in'],
      ['way-out-refused', 'A removed device asked for the keys'],
      ['pepper-locked', 'Somebody guesses the recovery password'],
      ['session-foreign', 'A sign-in was copied'],
      ['session-reused', 'An old sign-in came back'],
    ] as readonly (readonly [string, string])[],
  },
  notMe: {
    ask: 'This was not me',
    sure: 'Yes, freeze the account',
    asks: (name: string) => `This was not me: ${name}`,
    sures: (name: string) => `Yes, freeze the account: ${name} was not me`,
    text: 'Every device is signed out, this one too, and nothing is signed, handed out or changed. You end it here, under Devices, after signing in anew.',
    alert: (what: string, date: string, device: string | null) =>
      `${what}: ${[date, device].filter(Boolean).join(', ')}. If that was not you, freeze the account: in Settings, on the page, under Devices.`,
    dismiss: 'That was me',
    done: 'Now secure your ways to sign in. To end the freeze, sign in on this page anew, and open Devices in Settings.',
  },
  stop: {
    freeze: {
      heading: 'Freeze the account?',
      text: 'If what the mail tells of was not you: every device is signed out, nothing is signed or handed out, and nothing can be changed. You end it on a device that holds the wallet, after signing in anew.',
      button: 'This was not me: freeze it',
      done: 'The account is frozen',
      doneText:
        'Now secure your mailbox and your ways to sign in. To end the freeze, sign in on a device that holds the wallet, and open Devices in Settings.',
    },
    'stop-recovery': {
      heading: 'Stop the request?',
      text: 'If you did not ask the operator to open your wallet on another device, stop it here. Nothing else changes.',
      button: 'This was not me: stop it',
      done: 'The request is stopped',
      doneText: 'Whoever asked can sign in as you: secure your mailbox and your ways to sign in.',
    },
    over: 'This link was used already, or is older than thirty days. Nothing was changed.',
  },
} as const
