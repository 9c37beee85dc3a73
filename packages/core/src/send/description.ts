/** The most characters of what a page says about its own transaction. */
export const maxDescriptionLength = 80
