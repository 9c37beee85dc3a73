/** The seven namespaces of the specification; registered adapters may add others (J3). */
export const namespaces = ['eip155', 'solana', 'polkadot', 'bip122', 'cosmos', 'sui', 'stacks'] as const
