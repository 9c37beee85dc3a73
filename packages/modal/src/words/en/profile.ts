/**
 * Texts of the list of the visitor's wallets. Its heading is among the account's texts, because the
 * account's settings show it before this list is loaded.
 */
export const profileWords = {
  connected: 'Connected',
  recent: 'Recently connected',
  current: 'Current',
  switchTo: (wallet: string): string => `Switch to ${wallet}`,
  remove: (wallet: string): string => `Remove ${wallet}`,
  connect: (wallet: string): string => `Connect ${wallet}`,
  add: 'Add a wallet',
  endAll: 'End all sessions',
  none: 'No wallet is connected.',
  reconnecting: 'Reconnecting',
  added: 'Wallet added',
  switched: 'Wallet switched',
  removed: 'Wallet removed',
}
