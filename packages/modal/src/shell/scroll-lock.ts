import type { Stop } from '@latchkey/core'

/** Keeps the page from scrolling, by a sheet: inline styles on `body` would move what is fixed. */
export function lockScroll(): Stop {
  const hasBar = innerWidth > document.documentElement.clientWidth
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    `html{overflow:hidden!important;${hasBar ? 'scrollbar-gutter:stable!important;' : ''}overscroll-behavior:none!important}`,
  )
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}
