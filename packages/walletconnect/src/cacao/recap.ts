import { type ChainId, isChainId } from '@latchkey/protocol'
import { fieldLimit } from './cacao.ts'

/** Additional permissions of a sign-in: resource → `kind/name` → conditions. Source: EIP-5573. */
export interface Recap {
  readonly att: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>
}

const recapPrefix = 'urn:recap:'
const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const sortEntries = <T>(entries: readonly (readonly [string, T])[]): (readonly [string, T])[] =>
  [...entries].sort(([a], [b]) => {
    if (a === b) return 0
    return a < b ? -1 : 1
  })

/**
 * Creates a recap that allows requests of these methods in a namespace, limited to `chains` if any
 * are given.
 */
export function makeRecap(
  namespace: string,
  methods: readonly string[],
  chains: readonly ChainId[] = [],
): Recap {
  const condition = chains.length === 0 ? {} : { chains: [...chains] }
  return {
    att: {
      [namespace]: Object.fromEntries(
        [...new Set(methods)].sort().map((name) => [`request/${name}`, [condition]]),
      ),
    },
  }
}

/** Writes a recap as `urn:recap:…`, in base64 without padding. */
export function formatRecap(recap: Recap): string {
  const bytes = new TextEncoder().encode(JSON.stringify(recap))
  return (
    recapPrefix +
    btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replace(/=+$/, '')
  )
}

/** Parses a recap resource in either base64 alphabet; undefined for other resources. */
export function parseRecap(resource: string): Recap | undefined {
  if (!resource.startsWith(recapPrefix) || resource.length > fieldLimit) return undefined
  try {
    const decodedText = atob(
      resource.slice(recapPrefix.length).replace(/-/g, '+').replace(/_/g, '/'),
    )
    const json: unknown = JSON.parse(
      new TextDecoder().decode(Uint8Array.from(decodedText, (char) => char.charCodeAt(0))),
    )
    const att = isFields(json) ? json.att : undefined
    if (!isFields(att)) return undefined
    const hasValidAbilities = Object.values(att).every(
      (abilities) => isFields(abilities) && Object.values(abilities).every(Array.isArray),
    )
    return hasValidAbilities ? { att: att as Recap['att'] } : undefined
  } catch {
    return undefined
  }
}

/**
 * Merges two recaps, with sorted resources and abilities. For an ability that both contain, the
 * conditions of the second recap are used.
 */
export function mergeRecaps(firstRecap: Recap, secondRecap: Recap): Recap {
  const keys = [
    ...new Set([...Object.keys(firstRecap.att), ...Object.keys(secondRecap.att)]),
  ].sort()
  return {
    att: Object.fromEntries(
      keys.map((key) => [
        key,
        Object.fromEntries(
          sortEntries(Object.entries({ ...firstRecap.att[key], ...secondRecap.att[key] })),
        ),
      ]),
    ),
  }
}

/**
 * The sentence about a recap in the signed text. Source: EIP-5573, "Recap translation algorithm".
 */
export function recapStatement(recap: Recap): string {
  const sentences: string[] = []
  for (const [resource, abilities] of sortEntries(Object.entries(recap.att))) {
    const namesByKind = new Map<string, string[]>()
    for (const ability of Object.keys(abilities).sort()) {
      const slashIndex = ability.indexOf('/')
      const abilityKind = ability.slice(0, slashIndex)
      namesByKind.set(abilityKind, [
        ...(namesByKind.get(abilityKind) ?? []),
        ability.slice(slashIndex + 1),
      ])
    }
    for (const [kind, names] of namesByKind) {
      sentences.push(
        `(${sentences.length + 1}) '${kind}': ${names.map((name) => `'${name}'`).join(', ')} for '${resource}'.`,
      )
    }
  }
  return `I further authorize the stated URI to perform the following actions on my behalf: ${sentences.join(' ')}`
}

/** The recap in the last resource, if any: EIP-5573 allows it only there. */
export function recapOfResources(resources: readonly string[] | undefined): Recap | undefined {
  const lastResource = resources?.at(-1)
  return lastResource === undefined ? undefined : parseRecap(lastResource)
}

/** Methods and chains that a recap allows in a namespace. */
export function grantOfRecap(
  recap: Recap,
  namespace: string,
): { readonly methods: readonly string[]; readonly chains: readonly ChainId[] } {
  const requests = Object.entries(recap.att[namespace] ?? {}).filter(([ability]) =>
    ability.startsWith('request/'),
  )
  const chains = requests.flatMap(([, conditions]) =>
    conditions.flatMap((condition) =>
      isFields(condition) && Array.isArray(condition.chains) ? condition.chains : [],
    ),
  )
  const isNamespaceChain = (chain: unknown): chain is ChainId =>
    isChainId(chain) && chain.startsWith(`${namespace}:`)
  return {
    methods: requests
      .map(([ability]) => ability.slice('request/'.length))
      .filter((name) => name !== ''),
    chains: [...new Set(chains.filter(isNamespaceChain))],
  }
}
