import { useEffect } from 'react'

/**
 * Adopts a sheet in the document while at least one component uses it: strict policies allow that.
 */
export function useSheet(css: string): void {
  useEffect(() => {
    // A page may not have constructable sheets; then the shipped file does it.
    if (!('adoptedStyleSheets' in document)) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    // First, so that every sheet of the page has the last word.
    document.adoptedStyleSheets = [sheet, ...document.adoptedStyleSheets]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }, [css])
}
