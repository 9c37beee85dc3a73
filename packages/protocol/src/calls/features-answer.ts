import { answerLimits } from './limit.ts'
import { isAbsentOr, isFilledText, isListOf, isRecord, isText } from './shape.ts'

/** One feature of a project, as the operator configured it. */
export interface RemoteFeature {
  /** Id of the feature: `social_login`, `swap`, `onramp`, `activity`, …; unknown ids are kept. */
  readonly id: string
  readonly isEnabled: boolean
  /**
   * Settings of the feature. Null leaves the choice to the page; when the field is absent, the
   * feature is off.
   */
  readonly config?: readonly string[] | null
}

/** Answer of `GET /appkit/v1/config`. */
export interface FeaturesAnswer {
  readonly features: readonly RemoteFeature[]
}

const isShortText = (value: unknown): value is string => isText(value)
const isConfig = (value: unknown): value is readonly string[] =>
  isListOf(value, answerLimits.features, isShortText)
const isFeature = (value: unknown): value is RemoteFeature =>
  isRecord(value) &&
  isFilledText(value.id) &&
  typeof value.isEnabled === 'boolean' &&
  isAbsentOr(value.config, isConfig)

/** Whether `value` is an answer of `GET /appkit/v1/config`. */
export function isFeaturesAnswer(value: unknown): value is FeaturesAnswer {
  return isRecord(value) && isListOf(value.features, answerLimits.features, isFeature)
}
