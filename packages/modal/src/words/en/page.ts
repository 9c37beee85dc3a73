/** Texts on the page itself: the only texts in the first chunk. */
export const pageWords = {
  connect: 'Connect wallet',
  connecting: 'Connecting…',
  account: (name: string): string => `Account ${name}`,
  network: (name: string): string => `Network ${name}`,
  unknownNetwork: 'Other',
  loadFailed: 'Not loaded. Try again',
}
