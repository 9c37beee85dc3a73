/** Memory key for the wallet that is asked to sign for a name; the dialog stays open meanwhile. */
export const askingKey = 'asking-name'
