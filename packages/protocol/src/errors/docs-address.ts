/** Where the documentation stands: the end of each error's message leads to the page of its code. */
export const docsAddress = 'https://latchkey.dev'
