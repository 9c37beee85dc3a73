/** Words of choosing between the key's own account and the contract it has; headings stand with the account's words. */
export const upgradeWords = {
  /** What there is to know of the two, once and in one place. */
  two: (network: string): string =>
    `On ${network} you have two addresses. Coins sent to one are not at the other; you can change between them at any time.`,
  smart: 'Smart account',
  own: 'Key’s own account',
  holds: 'Holds',
  reading: 'Looking it up',
  unread: 'The network did not answer',
  address: 'Address',
  done: { smart: 'You use the smart account', own: 'You use the key’s own account' },
  none: (network: string): string => `On ${network} there is one account only.`,
}
