/**
 * What a page may do to the dialog: each row is host CSS (or a script) that must not change the
 * dialog by a pixel.
 */
export interface HostileRow {
  readonly name: string
  readonly css?: string
  /** Runs in the page before the dialog is opened. */
  readonly script?: string
  /** Runs in the page once the dialog is open. */
  readonly after?: string
  /** The name of a chunk that is loaded only after all this. */
  readonly late?: string
}

const inherited = [
  'font: italic 30px/3 serif',
  'text-transform: uppercase',
  '-webkit-text-stroke: 1px red',
  'text-shadow: 3px 3px 3px red',
  'word-spacing: 20px',
  'letter-spacing: 9px',
  'text-indent: 40px',
  'cursor: crosshair',
  'pointer-events: none',
  'fill: red',
  'stroke: red',
  'stroke-width: 9px',
  'tab-size: 20',
  'hyphens: auto',
  'list-style: square inside',
  'accent-color: red',
  'caret-color: red',
  'color: red',
  'text-align: end',
  'white-space: pre',
  'visibility: visible',
].join(';')

const rare = [
  'word-break: break-all',
  'line-break: anywhere',
  'text-wrap: nowrap',
  'scrollbar-color: red blue',
  'font-synthesis: none',
  'image-rendering: pixelated',
  'text-rendering: geometricPrecision',
  'overflow-wrap: anywhere',
  'text-underline-position: under',
  'font-kerning: none',
  'font-variant: small-caps',
  'font-stretch: 50%',
  'font-feature-settings: "smcp"',
  'text-emphasis: open dot red',
  'quotes: "x" "y"',
  'orphans: 9',
  'widows: 9',
  'border-collapse: collapse',
  'border-spacing: 20px',
  'empty-cells: hide',
  'caption-side: bottom',
  'text-align-last: center',
  'text-orientation: upright',
].join(';')

const popover = `const d = document.createElement('div'); d.popover = 'manual'; d.style.cssText = 'inset:0;width:100vw;height:100vh;background:red'; d.textContent = 'host'; document.body.append(d); d.showPopover()`

export const hostileRows: readonly HostileRow[] = [
  { name: 'inherited text styles on html and body', css: `html, body { ${inherited} }` },
  { name: 'rare inherited properties', css: `html, body { ${rare} }` },
  { name: 'body without pointer events', css: 'body { pointer-events: none }' },
  { name: 'vertical writing', css: 'html { writing-mode: vertical-rl }' },
  {
    name: 'everything in body but the app hidden',
    css: 'body > :not(#root) { display: none !important }',
  },
  {
    name: 'everything in html but head and body hidden',
    css: 'html > :not(head, body) { display: none !important }',
  },
  {
    name: 'utility preflight',
    css: `*, ::before, ::after { box-sizing: border-box; border: 0 solid #e5e7eb } html { line-height: 1.5; tab-size: 4; -webkit-text-size-adjust: 100%; font-family: serif } button, input { font: inherit; color: inherit; padding: 0 } img, svg { display: block } dialog { padding: 0 } ol, ul { list-style: none; margin: 0; padding: 0 }`,
  },
  { name: 'all unset', css: '* { all: unset }' },
  { name: 'all unset, important', css: ':not(html, head, head *) { all: unset !important }' },
  {
    name: 'fonts, colours and display, important',
    css: '* { font: 40px fantasy !important; color: lime !important; background: black !important; }',
  },
  {
    name: 'dialog hidden',
    css: 'dialog { display: none !important; padding: 90px !important; opacity: 0 !important }',
  },
  { name: 'backdrop', css: 'dialog::backdrop { background: red !important; }' },
  {
    name: 'buttons in the page hidden',
    css: 'main button { visibility: visible } dialog button { display: none !important }',
  },
  { name: 'no animations', css: '* { animation: none !important; transition: none !important }' },
  {
    name: 'keyframes with common names',
    css: '@keyframes spin { to { opacity: 0 } } @keyframes fade { to { opacity: 0 } } @keyframes shake { to { opacity: 0 } }',
  },
  { name: 'small root font', css: 'html { font-size: 62.5% }' },
  { name: 'dark colour scheme on the page', css: 'html { color-scheme: dark }' },
  { name: 'visibility hidden on body', css: 'body { visibility: hidden }' },
  { name: 'opacity on body', css: 'body { opacity: 0 }' },
  { name: 'filter on body', css: 'body { filter: blur(9px) }' },
  { name: 'transform on body', css: 'body { transform: translate(50px, 50px) scale(.5) }' },
  { name: 'clip path on body', css: 'body { clip-path: inset(50%) }' },
  { name: 'containment on body', css: 'body { contain: strict }' },
  { name: 'body not displayed', css: 'body { display: none }' },
  { name: 'body content not rendered', css: 'body { content-visibility: hidden }' },
  { name: 'zoomed body', css: 'body { zoom: .8 }' },
  { name: 'zoomed html', css: 'html { zoom: 1.5 }' },
  {
    name: 'custom properties on everything',
    css: '* { --bg: red; --ink: red; --accent: red; --dy: 300px; --scheme: dark }',
  },
  {
    name: 'registered custom properties',
    css: '@property --bg { syntax: "<length>"; inherits: true; initial-value: 0px } @property --ink { syntax: "<length>"; inherits: true; initial-value: 0px } @property --accent { syntax: "<length>"; inherits: true; initial-value: 0px }',
  },
  {
    name: 'the largest z-index',
    script: `const d = document.createElement('div'); d.style.cssText = 'position:fixed;inset:0;z-index:2147483647;background:red'; document.body.append(d)`,
  },
  { name: 'a popover opened before', script: popover },
  { name: 'a popover opened later', after: popover },
  {
    name: 'a popover opened before all of the dialog has arrived',
    after: popover,
    late: 'while-open',
  },
  {
    name: 'a modal dialog of the page opened before',
    script: `const d = document.createElement('dialog'); d.textContent = 'host'; document.body.append(d); d.showModal()`,
  },
  {
    name: 'aria-hidden and inert on what does not belong to the page',
    after: `for (const e of document.querySelectorAll('html > :not(head):not(body), body > :not(#root)')) { e.setAttribute('aria-hidden', 'true'); e.setAttribute('inert', '') }`,
  },
  {
    name: 'a focus trap of the page',
    script: `document.addEventListener('focusin', (e) => { if (!document.body.contains(e.target)) document.querySelector('button')?.focus() })`,
  },
  { name: 'right to left stays a choice of the page', css: 'html { unicode-bidi: bidi-override }' },
]
