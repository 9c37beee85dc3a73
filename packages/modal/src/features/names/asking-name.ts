/**
 * Where the kit's memory says which wallet is asked to sign for a name: the dialog stays open
 * meanwhile.
 */
export const askingKey = 'asking-name'
