import type { NameSuggestion } from '@latchkey/protocol'
import { checkName } from './check-name.ts'
import { makeSkeleton } from './make-skeleton.ts'
import { listWords } from './words.ts'

const maxSuggestions = 5
/** Maximum number of words that are checked to find four free names. */
const maxCandidates = 40

/**
 * Suggests names for a label: first the label itself, with whether it or a look-alike is taken,
 * then free words that begin with the label.
 * @param isTaken - returns those of the given skeletons that are taken; names that look alike have
 * the same skeleton (UTS #39)
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
