import type { AccountFeatureName, LateFeatureName } from '../contract/feature-names.ts'
import type { Feature } from '../contract/view.ts'

/** How a feature is loaded: its own file, and the feature whose parts and texts it uses. */
export interface FeatureSource<F extends LateFeatureName> {
  load(): Promise<{ readonly feature: Feature<F> }>
  readonly after?: LateFeatureName
}

/**
 * Each feature outside of the dialog's chunk, except those after the account, which its feature
 * lists; the build cuts their files, see `chunks.ts`.
 */
export const features: {
  readonly [F in Exclude<LateFeatureName, AccountFeatureName>]: FeatureSource<F>
} = {
  wallets: { load: () => import('./wallets/feature.ts') },
  login: { load: () => import('./login/feature.ts'), after: 'wallets' },
  'email-capture': { load: () => import('./email-capture/feature.ts'), after: 'login' },
  account: { load: () => import('./account/feature.ts') },
}
