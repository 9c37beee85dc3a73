import { drawSample } from '../house/draw-sample.ts'

export interface SourceText {
  /** Path from the repository's root. */
  readonly path: string
  readonly text: string
}

/**
 * Draws a share of all lines of code and returns them as Stryker's ranges, `path:12-12`; the same
 * seed draws the same lines. Comments, imports and empty lines have nothing to change.
 * @param share - from 0 to 1; 1 returns the paths themselves, so that mutants of several lines are
 * made too
 */
export function drawLines(
  sources: readonly SourceText[],
  { share, seed }: { readonly share: number; readonly seed: number },
): readonly string[] {
  if (share >= 1) return sources.map(({ path }) => path)
  const lines = sources.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) => (isCode(line) ? [`${path}:${index + 1}-${index + 1}`] : [])),
  )
  return drawSample(lines, Math.ceil(lines.length * share), seed)
}

function isCode(line: string): boolean {
  return line.trim() !== '' && !/^\s*(?:\/\/|\/?\*|import\b|\} from )/.test(line)
}
