/** Words of what an open dialog needs once it has been painted. */
export const lateWords = { newWindow: 'opens in a new window' }
