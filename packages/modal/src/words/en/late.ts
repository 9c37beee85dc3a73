/** Texts that an open dialog needs only after it was painted. */
export const lateWords = { newWindow: 'opens in a new window' }
