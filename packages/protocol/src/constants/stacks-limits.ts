// Size limits of Stacks transactions and their fields, in bytes or as numbers of items.
export const memoBytes = 34
export const contractNameBytes = 128
/** Names of functions and assets must be shorter than this many characters. */
export const identifierNameLimit = 128
export const clarityBufferBytes = 1_048_576
export const multisigPublicKeysLimit = 15
