import type { MarkdownOptions } from 'vitepress'

const colors = {
  text: 'var(--code-text)',
  comment: 'var(--code-comment)',
  keyword: 'var(--code-keyword)',
  string: 'var(--code-string)',
  constant: 'var(--code-constant)',
  name: 'var(--code-name)',
} as const

/**
 * One theme for light and dark: its colours are custom properties, so that a token needs one class
 * and no style of its own.
 */
export const codeTheme = {
  name: 'latchkey',
  type: 'light',
  colors: { 'editor.background': 'var(--code-background)', 'editor.foreground': colors.text },
  fg: colors.text,
  bg: 'var(--code-background)',
  settings: [
    { settings: { foreground: colors.text, background: 'var(--code-background)' } },
    {
      scope: ['comment', 'punctuation.definition.comment'],
      settings: { foreground: colors.comment },
    },
    {
      scope: ['keyword', 'storage', 'keyword.operator.new', 'entity.name.tag'],
      settings: { foreground: colors.keyword },
    },
    { scope: ['keyword.operator'], settings: { foreground: colors.text } },
    {
      scope: ['string', 'punctuation.definition.string', 'markup.inline.raw'],
      settings: { foreground: colors.string },
    },
    {
      scope: ['constant', 'variable.language', 'support.constant'],
      settings: { foreground: colors.constant },
    },
    {
      scope: [
        'entity.name.function',
        'support.function',
        'entity.name.type',
        'entity.other.attribute-name',
        'support.type.property-name',
      ],
      settings: { foreground: colors.name },
    },
  ],
} satisfies MarkdownOptions['theme']

/** Styles of code become classes, which a policy without `unsafe-inline` lets through. */
export const nameCodeStyles: NonNullable<MarkdownOptions['config']> = (markdown) => {
  const draw = markdown.renderer.rules.fence
  if (!draw) return
  markdown.renderer.rules.fence = (...given) =>
    draw(...given)
      .replace(/ style="color:var\(--code-(\w+)\)"/g, ' class="code-$1"')
      .replace(/ style="background-color:[^"]*"/g, '')
  // A table that is wider than a phone scrolls, by keyboard too.
  markdown.renderer.rules.table_open = () => '<table tabindex="0">\n'
  for (const name of ['th_open', 'td_open']) {
    markdown.renderer.rules[name] = (tokens, index, options, _, self) => {
      const token = tokens[index]
      const [, side] = /text-align:(\w+)/.exec(token?.attrGet('style') ?? '') ?? []
      if (token && side) {
        token.attrs = [['class', `align-${side}`]]
      }
      return self.renderToken(tokens, index, options)
    }
  }
}
