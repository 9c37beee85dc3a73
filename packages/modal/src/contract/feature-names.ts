import type { featureOfAccountView } from './account-views.ts'
import type { ViewName } from './route.ts'
import type { featureOfView } from './views.ts'

/**
 * Every view must be listed in `featureOfView` or `featureOfAccountView`; otherwise `FeatureOf`
 * does not compile.
 */
type FeaturesOfViews = typeof featureOfView & typeof featureOfAccountView
export type FeatureOf<N extends ViewName> = FeaturesOfViews[N]
export type FeatureName = FeatureOf<ViewName>
/** A feature that is not part of the dialog's chunk. */
export type LateFeatureName = Exclude<FeatureName, 'connect'>
/** A feature that is loaded after the feature `account`. */
export type AccountFeatureName = Exclude<
  (typeof featureOfAccountView)[keyof typeof featureOfAccountView],
  'account'
>
/** The views of a feature. */
export type ViewNameOf<F extends FeatureName> = {
  [N in ViewName]: FeatureOf<N> extends F ? N : never
}[ViewName]
