import type { RemoteFeature } from '@latchkey/protocol'

/** How a project sets a feature: not at all, on, off, or by the page's own configuration. */
export type FeatureChoice = 'unset' | 'on' | 'off' | 'page'

export const featureChoices: readonly { readonly value: FeatureChoice; readonly name: string }[] = [
  { value: 'unset', name: 'As the gateway has it' },
  { value: 'on', name: 'On' },
  { value: 'off', name: 'Off' },
  { value: 'page', name: 'The page decides' },
]

/**
 * The features that the dashboard knows. `options` are the defaults that apply when the operator
 * leaves the field empty, because an empty list would turn the feature off. `*` stands for all swap
 * providers or sellers of the gateway.
 */
export const knownFeatures: readonly {
  readonly id: string
  readonly name: string
  readonly options?: string
}[] = [
  { id: 'social_login', name: 'Email and social login', options: 'email, google, x' },
  { id: 'swap', name: 'Swap', options: '*' },
  { id: 'onramp', name: 'Buy', options: '*' },
  { id: 'activity', name: 'Activity' },
  { id: 'email_capture', name: 'Ask for an email (optional or required)', options: 'optional' },
  { id: 'sign_in', name: 'Sign-in with the wallet' },
  { id: 'fund_from_exchange', name: 'Deposit from an exchange' },
]

/** One row of the form of a project's features. */
export interface FeatureRow {
  readonly id: string
  readonly name: string
  readonly hint: string | undefined
  readonly choice: FeatureChoice
  /** Options as the operator typed them, separated by commas. */
  readonly options: string
}

/**
 * Makes rows for all known features, then for those of the project that the dashboard does not
 * know.
 */
export function featureRows(features: readonly RemoteFeature[]): FeatureRow[] {
  const otherFeatures = features.filter(
    ({ id }) => !knownFeatures.some((knownFeature) => knownFeature.id === id),
  )
  return [...knownFeatures, ...otherFeatures.map(({ id }) => ({ id, name: id }))].map(
    (knownFeature) => {
      const configuredFeature = features.find(({ id }) => id === knownFeature.id)
      return {
        id: knownFeature.id,
        name: knownFeature.name,
        hint: 'options' in knownFeature ? knownFeature.options : undefined,
        choice: configuredFeature ? choiceOfFeature(configuredFeature) : 'unset',
        options: configuredFeature?.config?.join(', ') ?? '',
      }
    },
  )
}

/** Converts the form's rows to the format in which the gateway stores a project's features. */
export function toRemoteFeatures(rows: readonly FeatureRow[]): RemoteFeature[] {
  return rows.flatMap(({ id, hint = '', choice, options }): RemoteFeature[] => {
    if (choice === 'unset') return []
    if (choice === 'page') return [{ id, isEnabled: true, config: null }]
    const typedOptions = splitList(options)
    return [
      {
        id,
        isEnabled: choice === 'on',
        config: typedOptions.length > 0 || choice === 'off' ? typedOptions : splitList(hint),
      },
    ]
  })
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((option) => option.trim())
    .filter(Boolean)
}

function choiceOfFeature({ isEnabled, config }: RemoteFeature): FeatureChoice {
  if (!isEnabled) return 'off'
  return config == null ? 'page' : 'on'
}
