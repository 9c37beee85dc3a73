/** The doc comment of an exported declaration, divided into text and tags. */
export interface Comment {
  /** The text before the first tag, as Markdown. */
  readonly text: string
  readonly tags: readonly { readonly name: string; readonly text: string }[]
}

/** Divides a doc comment into text and tags; `raw` includes the comment marks. */
export function readComment(raw: string | undefined): Comment {
  const lines = (raw ?? '')
    .replace(/^\s*\/\*\*/, '')
    .replace(/\*\/\s*$/, '')
    .split('\n')
    .map((line, index) => (index === 0 ? line.trimStart() : line.replace(/^\s*\* ?/, '')))
  const text: string[] = []
  const tags: { name: string; lines: string[] }[] = []
  for (const line of lines) {
    const [, name, rest = ''] = /^@(\w+)\s*(.*)$/.exec(line) ?? []
    if (name) tags.push({ name, lines: rest === '' ? [] : [rest] })
    else (tags.at(-1)?.lines ?? text).push(line.trimEnd())
  }
  return {
    text: text.join('\n').trim(),
    tags: tags.map((tag) => ({ name: tag.name, text: tag.lines.join('\n').trimEnd() })),
  }
}

/** The first sentence of a comment's text, on one line. */
export function firstSentence(text: string): string {
  const [paragraph = ''] = text.split('\n\n')
  const line = paragraph.replace(/\s+/g, ' ')
  const [, sentence] = /^(.*?[.:])(?: |$)(?=[A-Z`]|$)/.exec(line) ?? []
  return (sentence ?? line).replace(/:$/, '.')
}
