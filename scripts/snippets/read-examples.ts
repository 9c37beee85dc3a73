import type { Snippet } from './read-markdown.ts'

/** A line that opens or closes a block of code in Markdown. */
const fence = /^\s*```/

/**
 * The code after each `@example` of a source file's comments, with or without a Markdown fence
 * around it.
 */
export function readExamples(path: string, text: string): Snippet[] {
  const snippets: Snippet[] = []
  let open: { readonly line: number; readonly code: string[] } | undefined
  const close = (): void => {
    if (open) snippets.push({ path, line: open.line, isTsx: true, code: open.code.join('\n') })
    open = undefined
  }
  for (const [i, line] of text.split('\n').entries()) {
    const [, comment] = /^\s*\* ?(.*)$/.exec(line) ?? []
    const [, first] = /^@example\s*(.*)$/.exec(comment ?? '') ?? []
    if (first !== undefined) {
      close()
      open = { line: first === '' ? i + 2 : i + 1, code: first === '' ? [] : [first] }
    } else if (comment === undefined || comment === '/' || comment.startsWith('@')) {
      close()
    } else if (!fence.test(comment)) {
      open?.code.push(comment)
    }
  }
  close()
  return snippets
}
