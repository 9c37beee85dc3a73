/**
 * Hands a text to the visitor as a file. A `data:` link with a name: no policy for scripts, styles,
 * images or connections speaks of it, and nothing is left to be taken back later, as an object URL
 * would have to be.
 * @param name what it is called; the visitor's browser may change it
 */
export function saveText(text: string, name: string, type = 'text/csv;charset=utf-8'): void {
  const link = document.createElement('a')
  // The mark tells spreadsheets that it is UTF-8.
  link.href = `data:${type},${encodeURIComponent(`\ufeff${text}`)}`
  link.download = name
  link.click()
}
