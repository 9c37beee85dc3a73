/**
 * Texts of choosing between the key's externally owned account and its smart account; the headings
 * are among the account's texts.
 */
export const upgradeWords = {
  /** Text that explains the externally owned account and the smart account. */
  two: (network: string): string =>
    `On ${network} you have two addresses. Coins sent to one are not at the other; you can change between them at any time.`,
  smart: 'Smart account',
  own: 'Key’s own account',
  holds: 'Holds',
  reading: 'Looking it up',
  unread: 'The network did not answer',
  address: 'Address',
  done: { smart: 'You use the smart account', own: 'You use the key’s own account' },
  /** Texts about a contract that controls an externally owned account (EIP-7702). */
  delegation: {
    owners: (network: string): string =>
      `On ${network} a contract that those who run this wallet chose acts for your key’s own account, so that several calls can go as one.`,
    foreign: (network: string): string =>
      `On ${network} a contract that this wallet did not choose can move everything in your key’s own account.`,
    end: 'Take the account back',
    ending: 'Taking it back…',
    done: 'Your key alone commands the account again',
  },
  none: (network: string): string => `On ${network} there is one account only.`,
}
