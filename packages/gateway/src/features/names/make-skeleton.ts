/** Replacements of characters, and pairs of characters, that look like others. */
const lookAlikePatterns: readonly (readonly [RegExp, string])[] = [
  [/0/g, 'o'],
  [/1/g, 'l'],
  [/5/g, 's'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/-+/g, '-'],
  [/^-|-$/g, ''],
]

/**
 * Returns how a label of letters, digits and hyphens looks: labels with the same result look alike.
 */
export function makeSkeleton(label: string): string {
  return lookAlikePatterns.reduce((text, [shape, other]) => text.replace(shape, other), label)
}
