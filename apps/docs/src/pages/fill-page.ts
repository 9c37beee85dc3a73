import { gatewayTables } from '../configuration/gateway-table.ts'
import { optionsTable } from '../configuration/options-table.ts'
import { readText } from '../repository.ts'

/**
 * Replaces the directives of a page, each an HTML comment on a line of its own: `<!-- options:
 * path/of/source.ts Interface -->` (table of an interface's fields), `<!-- gateway configuration
 * -->` (tables of all configuration keys), `<!-- part: docs/page.md Heading -->` (the text under
 * that heading) and `<!-- file: path/of/file lang -->` (the file as a code block).
 */
export function fillPage(markdown: string): string {
  return markdown
    .replace(/^<!-- options: (\S+) ([\w.]+) -->$/gm, (_, path, name) => optionsTable(path, name))
    .replace(/^<!-- gateway configuration -->$/gm, gatewayTables)
    .replace(/^<!-- part: (\S+) (.+) -->$/gm, (_, path, heading) => partOf(path, heading))
    .replace(
      /^<!-- file: (\S+) (\S+) -->$/gm,
      (_, path, language) => `\`\`\`${language}\n${readText(path).trimEnd()}\n\`\`\``,
    )
    .replace(/^<!--[\s\S]*?-->\n?/gm, '')
}

/** The text under a second-level heading of a page. */
function partOf(path: string, heading: string): string {
  const [, ...parts] = readText(path).split(/^## /m)
  const found = parts.find((part) => part.split('\n')[0] === heading)
  if (!found) throw new Error(`${path} has no part "${heading}"`)
  return found.split('\n').slice(1).join('\n').trim()
}
