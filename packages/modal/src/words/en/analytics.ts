/** Text for the owner when the gateway does not serve a page. */
export const analyticsWords: { readonly refused: string } = { refused: 'Invalid App Configuration' }
