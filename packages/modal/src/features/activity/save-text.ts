/**
 * Saves a text as a file of the visitor. It uses a `data:` link with a file name, which no content
 * policy forbids and which needs no clean-up, unlike an object URL.
 * @param name file name; the browser may change it
 */
export function saveText(text: string, name: string, type = 'text/csv;charset=utf-8'): void {
  const link = document.createElement('a')
  // The byte order mark tells spreadsheets that the file is UTF-8.
  link.href = `data:${type},${encodeURIComponent(`\ufeff${text}`)}`
  link.download = name
  link.click()
}
