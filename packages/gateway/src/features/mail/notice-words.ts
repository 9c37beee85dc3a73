/** Events about which the owner of an account gets a notice. */
export type NoticeKind =
  | 'recovered'
  | 'email-changed'
  | 'deleted'
  | 'way-out'
  | 'exported'
  | 'recovery-changed'
  | 'sign-in-changed'
  | 'recovery-asked'
  | 'frozen'
  | 'unfrozen'

interface Notice {
  readonly subject: string
  readonly lead: string
  /** Advice that follows the advice that every notice contains. */
  readonly more?: string
  /**
   * What the button on the page behind the notice's link does; absent when the notice has no link.
   */
  readonly link?: string
}

const freezeLinkText =
  'Freeze the account: nothing is handed out and nothing can be changed until you end that yourself.'

/** The texts of each notice. */
export const notices: Readonly<Record<NoticeKind, Notice>> = {
  recovered: {
    subject: 'Your wallet was recovered',
    lead: 'Your wallet was recovered on a device.',
    link: freezeLinkText,
  },
  'email-changed': {
    subject: 'Your email address was changed',
    lead: 'The email address of your wallet was changed.',
    more: 'Do it where you are still signed in, and write to whoever runs the site.',
    link: freezeLinkText,
  },
  deleted: {
    subject: 'Your account was deleted',
    lead: 'Your account, its shares, devices and addresses were deleted.',
  },
  'way-out': {
    subject: 'Somebody is taking your keys along',
    lead: 'On a device that holds a share of your wallet somebody began to take its keys along without signing in. It takes your passkey or recovery password, too.',
    more: 'Remove that device first, under Devices in Settings: that ends it at once.',
  },
  exported: {
    subject: 'The keys of your wallet were exported',
    lead: 'The words and keys of your wallet were shown on a device. Whoever saw them has the wallet for ever, whatever is frozen here.',
    link: freezeLinkText,
  },
  'recovery-changed': {
    subject: 'A way to recover your wallet was changed',
    lead: 'A way to recover your wallet was added or removed.',
    link: freezeLinkText,
  },
  'sign-in-changed': {
    subject: 'A way to sign in was changed',
    lead: 'A way to sign in to your wallet was added or removed.',
    link: freezeLinkText,
  },
  'recovery-asked': {
    subject: 'Somebody asks to recover your wallet',
    lead: 'Somebody who signed in as you asks that the operator open your wallet on a device that does not hold it. That happens after a waiting time, once the operator has confirmed it.',
    more: 'Whoever can sign in as you could ask this. Secure this mailbox and your way to sign in first.',
    link: 'Stop it: the request ends, and nothing is opened for it.',
  },
  frozen: {
    subject: 'Your account is frozen',
    lead: 'Your account was frozen: no share of your wallet is handed out, and nothing can be changed. To end that, sign in on a device that holds the wallet, and open Devices in Settings; or write to whoever runs the site.',
  },
  unfrozen: {
    subject: 'Your account is no longer frozen',
    lead: 'Your account was frozen. After a fresh sign-in on a device that holds the wallet, that was ended.',
    link: freezeLinkText,
  },
}
