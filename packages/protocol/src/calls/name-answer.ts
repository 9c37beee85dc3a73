import { answerLimits } from './limit.ts'
import { isAbsentOr, isFilledText, isListOf, isRecord, isText } from './shape.ts'

/** A name in the gateway operator's name zone (such as `latchkey.eth`). */
export interface RegisteredName {
  readonly name: string
  /** Time when the name was registered, in ISO 8601. */
  readonly registered_at: string
  /** Time of the name's last change, in ISO 8601. */
  readonly updated_at?: string | null
  readonly attributes?: Readonly<Record<string, string>> | readonly never[] | null
  /** Addresses to which the name resolves, by ENSIP-11 coin type in decimal. */
  readonly addresses: Readonly<
    Record<string, { readonly address: string; readonly created_at?: string | null }>
  >
}

/** One suggested name, in the answer of the suggestions call. */
export interface NameSuggestion {
  /** The full name, including its zone. */
  readonly name: string
  readonly registered: boolean
}
/** Answer of `GET /v1/profile/suggestions/{name}`; the name that was asked for comes first. */
export interface SuggestionsAnswer {
  readonly suggestions: readonly NameSuggestion[]
}

/** Names of the attributes that a registered name may have. */
export const nameAttributes = ['bio', 'avatar'] as const
/** Pattern of the text that an attribute of a name may have. */
export const attributePattern: RegExp = /^[a-zA-Z0-9@:/._\-?&=+ ]{1,255}$/
/**
 * Pattern of the first label of a name that can be registered; `isLabel` of core refuses some more
 * labels.
 */
export const labelPattern: RegExp = /^[a-z0-9-]{4,64}$/
/**
 * Seconds that a signed message about a name stays valid: signing on another device, and reading
 * the text first, take time.
 */
export const nameMessageWindowSeconds = 600
/** Seconds that the clock of the device that signs may be ahead of the gateway's clock. */
export const nameMessageAheadSeconds = 10

const isDateText = (value: unknown): value is string =>
  isText(value) && Number.isFinite(Date.parse(value))

const isAddress = (value: unknown): value is { address: string; created_at?: string | null } =>
  isRecord(value) && isFilledText(value.address) && isAbsentOr(value.created_at, isDateText)
/**
 * Accepts an empty list as attributes, because some servers answer one instead of an empty object.
 */
const isAttributes = (value: unknown): value is Record<string, string> | never[] =>
  Array.isArray(value)
    ? value.length === 0
    : isBoundedRecordOf(value, answerLimits.features, /^/, isText)

/** Whether `value` describes a registered name. */
export function isRegisteredName(value: unknown): value is RegisteredName {
  return (
    isRecord(value) &&
    isFilledText(value.name) &&
    isDateText(value.registered_at) &&
    isAbsentOr(value.updated_at, isDateText) &&
    isAbsentOr(value.attributes, isAttributes) &&
    isBoundedRecordOf(value.addresses, answerLimits.chains, /^\d{1,10}$/, isAddress)
  )
}

function isBoundedRecordOf(
  value: unknown,
  limit: number,
  key: RegExp,
  isItem: (item: unknown) => boolean,
): boolean {
  if (!isRecord(value)) return false
  const entries = Object.entries(value)
  return entries.length <= limit && entries.every(([name, item]) => key.test(name) && isItem(item))
}

/** Whether `value` is a list of the registered names of one address. */
export function isRegisteredNames(value: unknown): value is readonly RegisteredName[] {
  return isListOf(value, answerLimits.balances, isRegisteredName)
}

const isSuggestion = (value: unknown): value is NameSuggestion =>
  isRecord(value) && isFilledText(value.name) && typeof value.registered === 'boolean'

/** Whether `value` is an answer of `GET /v1/profile/suggestions/{name}`. */
export function isSuggestionsAnswer(value: unknown): value is SuggestionsAnswer {
  return isRecord(value) && isListOf(value.suggestions, answerLimits.suggestions, isSuggestion)
}
