/**
 * Converts VitePress's Markdown to plain Markdown: containers and tabs become blocks below their
 * titles.
 */
export function plainMarkdown(markdown: string): string {
  return markdown
    .replace(/^---\n[\s\S]*?\n---\n+/, '')
    .replace(/^::: code-group\n/gm, '')
    .replace(/^::: (\w+)(.*)\n/gm, (_, kind: string, title: string) => {
      const words = title.trim() || `${kind[0]?.toUpperCase()}${kind.slice(1)}`
      return `**${words}**\n\n`
    })
    .replace(/^:::\n?/gm, '')
    .replace(/^```(\w+) \[(.+)\]$/gm, (_, language, title) => `${title}:\n\n\`\`\`${language}`)
    .replace(/ \{#[\w-]+\}$/gm, '')
    .replaceAll('{&#8203;{', '{{')
    .trimStart()
}
