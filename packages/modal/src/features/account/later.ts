import { featureOfAccountView } from '../../contract/account-views.ts'
import type { LaterFeatures } from '../../contract/view.ts'

/** The features that are loaded after the feature `account`, each when it is needed. */
export const later: LaterFeatures = {
  featureOf: featureOfAccountView,
  load: {
    activity: () => import('../activity/feature.ts'),
    swap: () => import('../swap/feature.ts'),
    buy: () => import('../buy/feature.ts'),
    names: () => import('../names/feature.ts'),
    pay: () => import('../pay/feature.ts'),
    profile: () => import('../profile/feature.ts'),
    'smart-account': () => import('../smart-account/feature.ts'),
  },
}
