import type { Social } from '@latchkey/protocol'

const socials = {
  google: 'Google',
  x: 'X',
  farcaster: 'Farcaster',
  discord: 'Discord',
  apple: 'Apple',
  github: 'GitHub',
  facebook: 'Facebook',
} satisfies Record<Social, string>

/** Texts of login by email or social account, keyed by view. */
export const loginWords = {
  login: {
    socials: socials as Readonly<Record<Social, string>>,
    heading: 'Sign in by email',
    chooseSocial: 'Other ways to sign in',
    or: 'or without a wallet',
    lastUsed: 'Last used: email or social account',
    email: 'Email',
    continueWithEmail: 'Continue with email',
    emailMissing: 'Enter an email address',
    emailInvalid: 'Not an email address',
    continueWith: (name: string): string => `Continue with ${name}`,
    moreOptions: 'More options',
    tryAgain: 'Try again',
    cancel: 'Cancel',
    notLoaded: 'Not loaded. Check your connection, or reload the page.',
    failed: 'Not connected',
    declined: 'Declined',
    lost: 'Can’t sign in?',
  },
  code: {
    heading: 'Confirm your email',
    device: 'Confirm this device',
    sending: (email: string): string => `Sending a code to ${email}…`,
    sent: (email: string): string => `Enter the six digits we sent to ${email}.`,
    sentDevice: (email: string): string =>
      `This device is new to your account. Enter the six digits of the second mail to ${email}.`,
    group: 'Code',
    digit: (place: number): string => `Digit ${place}`,
    checking: 'Checking…',
    wrong: 'The code is not right. Try again.',
    resend: 'Resend code',
    in: (seconds: number): string => `in ${seconds} s`,
    wait: (seconds: number): string =>
      seconds === 1
        ? 'You can ask for another code in a second.'
        : `You can ask for another code in ${seconds} seconds.`,
    resent: 'Code email resent',
  },
  social: {
    open: 'Continue in the window',
    openHint: (name: string): string => `Sign in with ${name} there. This page goes on by itself.`,
    silent: 'No response from the window yet',
    silentHint: 'If it was closed, try again. If it is open, continue there.',
    away: (name: string): string => `Continue at ${name}`,
    number: 'Number',
    numberText:
      'Enter the six digits that the sign-in window shows. Enter none that somebody sent you.',
    numberWrong: 'That is not the number in the window. Try again.',
    preparing: 'One moment…',
    blocked:
      'Your browser blocked the window. After signing in you get a number to enter on this page.',
    blockedTitle: 'Continue in this tab',
    scan: 'Scan with your phone, then approve in Farcaster.',
    scanHere: 'Approve in Farcaster, then come back to this page.',
    code: 'QR code',
    openFarcaster: 'Open Farcaster',
  },
  recover: {
    heading: 'Bring your wallet here',
    hint: 'You are signed in, but this device does not hold your wallet yet.',
    passkey: 'Use the passkey you set up.',
    password: 'Use the recovery password you set up.',
    operator: 'The operator can open it, after a waiting time.',
    open: 'Open recovery',
    waiting: 'Continue in the window',
  },
  approve: {
    heading: 'Approve',
    /** What the page requests, keyed by the method of the request. */
    asks: {
      eth_sendTransaction: 'Send a transaction',
      eth_signTransaction: 'Sign a transaction',
      personal_sign: 'Sign a message',
      eth_sign: 'Sign a message',
      eth_signTypedData: 'Sign data',
      eth_signTypedData_v3: 'Sign data',
      eth_signTypedData_v4: 'Sign data',
      wallet_sendCalls: 'Run a batch',
      eth_sendUserOperation: 'Send a transaction',
      latchkey_endDelegation: 'Take your account back',
      solana_signMessage: 'Sign a message',
      solana_signTransaction: 'Sign a transaction',
      solana_signAllTransactions: 'Sign several transactions',
      solana_signAndSendTransaction: 'Send a transaction',
      signMessage: 'Sign a message',
      signPsbt: 'Sign a transaction',
      sendTransfer: 'Send a payment',
    } as Readonly<Record<string, string>>,
    askSignIn: 'Sign in',
    askOther: 'Shown in the window',
    numberReady: 'The window asks for this number, once.',
    hint: 'Confirm in your wallet window.',
    hintFrame: 'Read what your wallet shows, then decide.',
    network: 'Network',
    request: 'Request',
    open: 'Open approval',
    waiting: 'Continue in the window',
    ready: 'Your approval is needed',
    blocked: 'The browser blocked the window. Allow pop-ups, then try again.',
    none: 'Nothing waits for your approval.',
    cancel: 'Cancel',
  },
  capture: {
    heading: 'Your email',
    hint: (site: string): string =>
      `${site} asks for your email, to keep with your account. A code shows that it is yours.`,
    thisSite: 'This site',
    required: 'Without it you are disconnected.',
    field: 'Email',
    continue: 'Continue',
    skip: 'Skip',
    disconnect: 'Disconnect',
    ending: 'Disconnecting…',
    /** Text before the link to the privacy policy. */
    see: 'See the',
    /**
     * Shown when no code was mailed for a reason that has no text of its own, for example because
     * the gateway sends no mail.
     */
    failed: 'We can’t send a code right now.',
    unconfirmed: 'We can’t check the code right now.',
  },
  updateEmail: {
    heading: 'Change email',
    field: 'New email',
    present: (email: string): string => `Now: ${email}`,
    save: 'Save',
    old: (email: string): string => `First enter the code we sent to ${email}.`,
    next: (email: string): string => `Now enter the code we sent to ${email}.`,
    done: 'Email changed',
    none: 'You are not signed in with email or a social account.',
    same: 'This is your email already',
    over: 'The change took too long. Go back and begin it again.',
  },
}
