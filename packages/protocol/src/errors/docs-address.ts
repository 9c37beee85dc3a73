/**
 * Address of the documentation. The end of each error's message links to the page of the error's
 * code there.
 */
export const docsAddress = 'https://latchkey.dev'
