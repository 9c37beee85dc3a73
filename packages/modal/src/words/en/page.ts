/** Words on the page itself: the only ones the critical chunk carries. */
export const pageWords = {
  connect: 'Connect wallet',
  connecting: 'Connecting…',
  account: (name: string): string => `Account ${name}`,
  network: (name: string): string => `Network ${name}`,
  unknownNetwork: 'Other',
  loadFailed: 'Not loaded. Try again',
}
