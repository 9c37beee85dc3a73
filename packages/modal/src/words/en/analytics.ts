/** Text shown to the page's owner when the gateway refuses this page. */
export const analyticsWords: { readonly refused: string } = { refused: 'Invalid App Configuration' }
