import type { Stop } from '@latchkey/core'

/** Keeps the page from scrolling, by a sheet: inline styles on `body` would move what is fixed. */
export function lockScroll(): Stop {
  const root = document.documentElement
  // The page keeps its width by room of its own: a gutter would stand undimmed beside the backdrop.
  const bar = innerWidth - root.clientWidth
  const { paddingInlineEnd } = getComputedStyle(root)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    `html{overflow:hidden!important;${bar > 0 ? `padding-inline-end:calc(${paddingInlineEnd} + ${bar}px)!important;` : ''}overscroll-behavior:none!important}`,
  )
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}
