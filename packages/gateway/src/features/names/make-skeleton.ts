/** Characters and pairs of a label that look alike. */
const lookAlikePatterns: readonly (readonly [RegExp, string])[] = [
  [/0/g, 'o'],
  [/1/g, 'l'],
  [/5/g, 's'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/-+/g, '-'],
  [/^-|-$/g, ''],
]

/** The look of a label of letters, digits and hyphens: labels with the same skeleton look alike. */
export function makeSkeleton(label: string): string {
  return lookAlikePatterns.reduce((text, [shape, other]) => text.replace(shape, other), label)
}
