/** Texts for recovering a wallet on a device without a share. */
export const recoverWords = {
  heading: 'Bring your wallet here',
  text: 'You are signed in, but this device does not hold your wallet yet. Open it with what you set up for recovery.',
  passkey: 'Use your passkey',
  field: 'Your recovery password',
  password: 'Use the password',
  operator: 'Let the operator open it',
  wrong: 'That did not open the wallet. Use the passkey or password that recovery was set up with.',
  noPrf:
    'This passkey gave nothing to open the wallet with. Try another device or browser, or your password.',
  none: 'No passkey or password was set up to open it. Use a device that holds the wallet, and set up recovery there.',
  working: 'Opening…',
} as const
