import { featuresAnswerSchema } from '@latchkey/protocol/schema'
import { defineRoute, type Route, type RouteServices } from '../../../ports/route.ts'

const ids = [
  'social_login',
  'swap',
  'onramp',
  'activity',
  'reown_branding',
  'multi_wallet',
  'email_capture',
  'sign_in',
  'fund_from_exchange',
  'payments',
  'reown_authentication',
  'headless',
]

/** Creates the route `GET /appkit/v1/config`, which answers the features of a project. */
export function featuresRoute({
  swaps,
  onramp,
  exchanges,
  emailCapture,
  signIn,
}: Pick<RouteServices, 'swaps' | 'onramp' | 'exchanges' | 'emailCapture' | 'signIn'>): Route {
  const servedFeatures = new Set([
    // Features that are available although this gateway has no service configured for them. The
    // history call reports itself what it lacks, and another gateway may serve the vault.
    'reown_branding',
    'multi_wallet',
    'social_login',
    'activity',
    ...(swaps.chains.length > 0 ? ['swap'] : []),
    ...(onramp.sellers.size > 0 ? ['onramp'] : []),
    ...(exchanges.exchanges.size > 0 ? ['fund_from_exchange'] : []),
    ...(emailCapture ? ['email_capture'] : []),
    ...(signIn ? ['sign_in'] : []),
  ])
  // Answers for features that the project does not set: enabled with `config` null, so that the
  // page decides, or disabled because this gateway does not serve them.
  const defaultFeatures = ids.map((id) => ({
    id,
    isEnabled: servedFeatures.has(id),
    config: servedFeatures.has(id) ? null : [],
  }))
  return defineRoute({
    method: 'GET',
    paths: ['/appkit/v1/config'],
    summary: 'What is switched on for the project',
    access: 'project',
    answer: featuresAnswerSchema,
    handle: ({ project }) => {
      // The features `email_capture` and `sign_in` are left out when the gateway has no mail server
      // or no sign-in: a page that requires one of them would lock every visitor out.
      const projectFeatures = (project?.features ?? []).filter(
        ({ id }) => !['email_capture', 'sign_in'].includes(id) || servedFeatures.has(id),
      )
      const unsetFeatures = defaultFeatures.filter(
        ({ id }) => !projectFeatures.some((feature) => feature.id === id),
      )
      return { json: { features: [...projectFeatures, ...unsetFeatures] } }
    },
  })
}
