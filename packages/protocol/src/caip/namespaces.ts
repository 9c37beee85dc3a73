/** The namespaces known here; registered adapters may add others. */
export const namespaces = [
  'eip155',
  'solana',
  'polkadot',
  'bip122',
  'cosmos',
  'sui',
  'stacks',
] as const
