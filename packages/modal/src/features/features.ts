import type { AccountFeatureName, LateFeatureName } from '../contract/feature-names.ts'
import type { Feature } from '../contract/view.ts'

/**
 * How a feature is loaded: the import of its file, and the other feature that must be loaded first,
 * because it provides parts and texts that this one uses.
 */
export interface FeatureSource<F extends LateFeatureName> {
  load(): Promise<{ readonly feature: Feature<F> }>
  readonly after?: LateFeatureName
}

/**
 * All features outside of the dialog's chunk, except those loaded after `account`, which that
 * feature lists itself. The build splits them into chunks, see `chunks.ts`.
 */
export const features: {
  readonly [F in Exclude<LateFeatureName, AccountFeatureName>]: FeatureSource<F>
} = {
  wallets: { load: () => import('./wallets/feature.ts') },
  login: { load: () => import('./login/feature.ts'), after: 'wallets' },
  'email-capture': { load: () => import('./email-capture/feature.ts'), after: 'login' },
  'sign-in': { load: () => import('./sign-in/feature.ts') },
  account: { load: () => import('./account/feature.ts') },
}
