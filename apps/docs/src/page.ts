/** A page of the documentation site, as Markdown. */
export interface Page {
  /** Path on the site without leading slash and extension: `guide/theming`, `errors/index`. */
  readonly path: string
  /**
   * File of the repository that the page shows or is generated from; relative links start there.
   */
  readonly source: string
  readonly markdown: string
}

/** Address of a page on the site: `/guide/theming`, `/errors/`. */
export function addressOf(path: string): string {
  return `/${path.replace(/(^|\/)index$/, '$1')}`
}

/**
 * The title of a page without backticks: its first heading, else the `title` of its front matter.
 */
export function titleOf({ markdown, path }: Page): string {
  const [, title] = /^# (.+)$/m.exec(markdown) ?? /^title: (.+)$/m.exec(markdown) ?? []
  return (title ?? path).replaceAll('`', '').trim()
}

/**
 * The `description` in a page's front matter; else its first paragraph in one line, without links
 * and cut to 200 characters.
 */
export function summaryOf({ markdown }: Page): string {
  const [, described] = /^description: (.+)$/m.exec(markdown) ?? []
  if (described) return described
  const body = markdown.replace(/^---\n[\s\S]*?\n---\n/, '')
  const paragraph = body
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .find((part) => /^[A-Z*_`[]/.test(part))
  const text = (paragraph ?? '').replace(/\s+/g, ' ').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  if (text.length <= 200) return text
  const cut = text.slice(0, 200)
  return `${cut.slice(0, cut.lastIndexOf(' '))} …`
}

/** Escapes a text for a cell of a Markdown table, where `|` would end the cell. */
export function escapeBars(text: string): string {
  return text.replaceAll('|', '\\|')
}
