import type { NameSuggestion } from '@latchkey/protocol'
import { checkName } from './check-name.ts'
import { skeletonOf } from './skeleton-of.ts'
import { listWords } from './words.ts'

const most = 5
/** Words that are checked to find four free ones. */
const tried = 40

/**
 * Suggests names: the label itself with whether it (or a look-alike) is taken, then free words that
 * begin with it.
 * @param isTaken - returns which of some skeletons are taken
 * @throws a refusal: 400 `name`
 */
export async function suggestNames(
  label: string,
  zone: string,
  isTaken: (skeletons: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<readonly NameSuggestion[]> {
  checkName(`${label}.${zone}`, zone)
  const others = listWords()
    .filter((word) => word !== label && word.startsWith(label))
    .slice(0, tried)
  const taken = await isTaken([label, ...others].map(skeletonOf))
  const free = others.filter(
    (word) => !taken.has(skeletonOf(word)) && skeletonOf(word) !== skeletonOf(label),
  )
  return [
    { name: `${label}.${zone}`, registered: taken.has(skeletonOf(label)) },
    ...free.slice(0, most - 1).map((word) => ({ name: `${word}.${zone}`, registered: false })),
  ]
}
