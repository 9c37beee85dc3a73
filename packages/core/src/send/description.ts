/** Maximum number of characters in a page's description of a transaction that the page sent. */
export const maxDescriptionLength = 80
