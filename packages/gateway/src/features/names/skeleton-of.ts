/** What is taken for something else at a glance, among the letters that labels are made of. */
const alike: readonly (readonly [RegExp, string])[] = [
  [/0/g, 'o'],
  [/1/g, 'l'],
  [/5/g, 's'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/-+/g, '-'],
  [/^-|-$/g, ''],
]

/**
 * What a label of letters, digits and hyphens looks like: labels with one skeleton are one to the
 * eye.
 */
export function skeletonOf(label: string): string {
  return alike.reduce((text, [shape, other]) => text.replace(shape, other), label)
}
