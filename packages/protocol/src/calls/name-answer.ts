import { answerLimits } from './limit.ts'
import { isAbsentOr, isFilledText, isListOf, isRecord, isText } from './shape.ts'

/** A name of the operator's zone. */
export interface RegisteredName {
  readonly name: string
  /** ISO 8601. */
  readonly registered_at: string
  /** ISO 8601. */
  readonly updated_at?: string | null
  readonly attributes?: Readonly<Record<string, string>> | readonly never[] | null
  /** Addresses by ENSIP-11 coin type in decimal. */
  readonly addresses: Readonly<
    Record<string, { readonly address: string; readonly created_at?: string | null }>
  >
}

/** One suggested name. */
export interface NameSuggestion {
  /** Full name with its zone. */
  readonly name: string
  readonly registered: boolean
}
/** Answer of `GET /v1/profile/suggestions/{name}`: the exact name first. */
export interface SuggestionsAnswer {
  readonly suggestions: readonly NameSuggestion[]
}

/** Attributes that a name may have. */
export const nameAttributes = ['bio', 'avatar'] as const
/** Allowed text of an attribute. */
export const attributePattern: RegExp = /^[a-zA-Z0-9@:/._\-?&=+ ]{1,255}$/
/** Pattern of a first label that can be registered. */
export const labelPattern: RegExp = /^[a-z0-9-]{4,64}$/
/**
 * Seconds that a signed message stays valid: signing on another device, and reading the text first,
 * take time.
 */
export const nameMessageWindowSeconds = 600
/** Seconds that the signer's clock may be ahead. */
export const nameMessageAheadSeconds = 10

const isDateText = (value: unknown): value is string =>
  isText(value) && Number.isFinite(Date.parse(value))

const isAddress = (value: unknown): value is { address: string; created_at?: string | null } =>
  isRecord(value) && isFilledText(value.address) && isAbsentOr(value.created_at, isDateText)
/** Some servers answer an empty list instead of an empty object. */
const isAttributes = (value: unknown): value is Record<string, string> | never[] =>
  Array.isArray(value)
    ? value.length === 0
    : isBoundedRecordOf(value, answerLimits.features, /^/, isText)

/** Whether `value` is a registered name. */
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

/** Whether `value` lists names of one address. */
export function isRegisteredNames(value: unknown): value is readonly RegisteredName[] {
  return isListOf(value, answerLimits.balances, isRegisteredName)
}

const isSuggestion = (value: unknown): value is NameSuggestion =>
  isRecord(value) && isFilledText(value.name) && typeof value.registered === 'boolean'

/** Whether `value` is an answer of the suggestions call. */
export function isSuggestionsAnswer(value: unknown): value is SuggestionsAnswer {
  return isRecord(value) && isListOf(value.suggestions, answerLimits.suggestions, isSuggestion)
}
