// Limits of Stacks transactions and their fields.
export const memoBytes = 34
export const contractNameBytes = 128
/** Names must be shorter than this many characters. */
export const identifierNameLimit = 128
export const clarityBufferBytes = 1_048_576
export const multisigPublicKeysLimit = 15
