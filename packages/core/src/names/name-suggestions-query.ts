import { isSuggestionsAnswer, type NameSuggestion, rpcTimeoutMs } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'
import { type Query, queryKey, withErrorTexts } from '../machine/query.ts'

/**
 * How long suggestions are cached, in milliseconds; short, because somebody else may take a name in
 * the meantime.
 */
const suggestionsCacheMs = 10_000

/**
 * Names in the gateway operator's name zone that begin with a label: first the full name for
 * exactly this label (`ada.latchkey.eth`), with whether it is taken, then free names. Empty when
 * the text is not a valid label or the gateway has no name zone. The result counts as fresh for 10
 * s.
 * @throws `name-suggestions-unavailable` | `aborted`
 */
export function nameSuggestionsQuery(
  kit: Kit,
  { label }: nameSuggestionsQuery.Parameters,
): Query<readonly NameSuggestion[]> {
  const normalizedLabel = label.trim().toLowerCase()
  return withErrorTexts({
    queryKey: queryKey(kit, 'name-suggestions', normalizedLabel),
    queryFn: ({ signal } = {}) => readSuggestions(kit, normalizedLabel, signal),
    staleTime: suggestionsCacheMs,
  })
}

export declare namespace nameSuggestionsQuery {
  /**
   * The first label of the wanted name, as the visitor typed it; this query trims it and changes it
   * to lower case.
   */
  type Parameters = { readonly label: string }
}

async function readSuggestions(
  kit: Kit,
  label: string,
  signal: AbortSignal | undefined,
): Promise<readonly NameSuggestion[]> {
  const [{ isLabel, nameZone, zoneFailure }, { getFromGateway }, { withTimeout: withPatience }] =
    await Promise.all([
      import('./name-zone.ts'),
      import('../gateway/get.ts'),
      import('../http/with-timeout.ts'),
    ])
  if (!isLabel(label)) return []
  try {
    const { zone } = (await nameZone(kit, signal)) ?? {}
    if (!zone) return []
    return await withPatience(rpcTimeoutMs, signal, (innerSignal) =>
      getFromGateway(kit, `v1/profile/suggestions/${label}`, {
        query: { zone },
        signal: innerSignal,
        read: (answer) => {
          if (!isSuggestionsAnswer(answer)) return null
          const [exact, ...otherSuggestions] = answer.suggestions
          const isOurs =
            exact?.name === `${label}.${zone}` &&
            otherSuggestions.every(({ name }) => name.endsWith(`.${zone}`))
          return isOurs ? answer.suggestions : null
        },
      }),
    )
  } catch (cause) {
    throw zoneFailure('name-suggestions-unavailable', cause)
  }
}
