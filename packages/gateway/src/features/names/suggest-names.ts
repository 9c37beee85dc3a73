import type { NameSuggestion } from '@latchkey/protocol'
import { checkName } from './check-name.ts'
import { makeSkeleton } from './make-skeleton.ts'
import { listWords } from './words.ts'

const maxSuggestions = 5
/** Number of words that are checked to find four free ones. */
const maxCandidates = 40

/**
 * Suggests names: the label itself with whether it (or a look-alike) is taken, then free words that
 * begin with it.
 * @param isTaken - returns which of the given skeletons (UTS #39: alike for look-alikes) are taken
 * @throws a refusal: 400 `name`
 */
export async function suggestNames(
  label: string,
  zone: string,
  isTaken: (skeletons: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<readonly NameSuggestion[]> {
  checkName(`${label}.${zone}`, zone)
  const candidates = listWords()
    .filter((word) => word !== label && word.startsWith(label))
    .slice(0, maxCandidates)
  const takenNames = await isTaken([label, ...candidates].map(makeSkeleton))
  const freeLabels = candidates.filter(
    (word) => !takenNames.has(makeSkeleton(word)) && makeSkeleton(word) !== makeSkeleton(label),
  )
  return [
    { name: `${label}.${zone}`, registered: takenNames.has(makeSkeleton(label)) },
    ...freeLabels
      .slice(0, maxSuggestions - 1)
      .map((word) => ({ name: `${word}.${zone}`, registered: false })),
  ]
}
