/** A block of code in a page, or after an `@example`. */
export interface Snippet {
  /** File that it stands in, from the root of the repository. */
  readonly path: string
  /** Line of its first line of code, from 1. */
  readonly line: number
  readonly isTsx: boolean
  readonly code: string
  /** Title of a block on a page of the docs site: "```ts [wallet.ts]". */
  readonly title?: string
}

/** The blocks of a Markdown page that are marked `ts` or `tsx`. */
export function readMarkdown(path: string, text: string): Snippet[] {
  const snippets: Snippet[] = []
  let open: (Omit<Snippet, 'path' | 'code'> & { readonly code: string[] }) | undefined
  for (const [i, line] of text.split('\n').entries()) {
    const [, language, title] = /^```(\w*)(?: \[(.+)\])?/.exec(line) ?? []
    if (language === undefined) {
      open?.code.push(line)
    } else if (open) {
      snippets.push({ path, ...open, code: open.code.join('\n') })
      open = undefined
    } else if (language === 'ts' || language === 'tsx') {
      open = { line: i + 2, isTsx: language === 'tsx', code: [], ...(title && { title }) }
    }
  }
  return snippets
}
