/** Texts for exporting the keys without a login. */
export const wayOutWords = {
  heading: 'Take your keys along',
  text: 'If you cannot sign in any more, this device and your passkey or recovery password still give you the 24 words and the keys. With them any other wallet brings your accounts back. Your way to sign in stays lost.',
  whose: 'On this device',
  told: 'The email address of the account is told that this was done, if it has one. Nothing else changes.',
  go: 'Go on',
  open: 'Open your wallet',
  openText: 'Use what you set up for recovery.',
  done: 'Your keys',
  doneText:
    'Write the 24 words down and bring them into another wallet. Then move what the accounts hold, if somebody else may have had this device.',
  cut: 'It keeps its windows apart, and without a sign-in nothing reaches them. Use another site on which you have used this wallet, in this browser.',
  none: 'I have none of these',
  noneText:
    'Without a device that holds the wallet, and without a way to recover, nobody can open it. Nor can the account be deleted here: whoever has your mailbox could then do that to you. Write to whoever runs the site.',
  refused: 'The keys could not be given',
  refusals: {
    'wallet-unopenable':
      'This device holds no share that makes a wallet. Use a device and a site on which you were signed in last.',
    'recovery-failed':
      'No passkey or password of yours opens the share of this device: recovery was not set up, or was changed elsewhere since. Try another device or site.',
    'device-revoked': 'This device was removed from the account. Use another one.',
  } as Readonly<Record<string, string>>,
} as const
