/** What its owner reads when the gateway does not serve a page. */
export const analyticsWords: { readonly refused: string } = { refused: 'Invalid App Configuration' }
