import { featuresAnswerSchema } from '@latchkey/protocol/schema'
import { type Route, route } from '../route.ts'

/** What a project has that says nothing: null leaves it to the page, off is what this gateway does not serve. */
const unset = [
  { id: 'social_login', isEnabled: false, config: [] },
  { id: 'swap', isEnabled: false, config: [] },
  { id: 'onramp', isEnabled: false, config: [] },
  { id: 'activity', isEnabled: false, config: [] },
  { id: 'reown_branding', isEnabled: true, config: null },
  { id: 'multi_wallet', isEnabled: false, config: [] },
  { id: 'email_capture', isEnabled: false, config: [] },
  { id: 'fund_from_exchange', isEnabled: false, config: [] },
  { id: 'payments', isEnabled: false, config: [] },
  { id: 'reown_authentication', isEnabled: false, config: [] },
  { id: 'headless', isEnabled: false, config: [] },
] as const

/** `GET /appkit/v1/config` (facts 1.18). */
export function featuresRoute(): Route {
  return route({
    method: 'GET',
    paths: ['/appkit/v1/config'],
    summary: 'What is switched on for the project',
    access: 'project',
    answer: featuresAnswerSchema,
    handle: ({ project }) => {
      const own = project?.features ?? []
      const rest = unset.filter(({ id }) => !own.some((feature) => feature.id === id))
      return { json: { features: [...own, ...rest] } }
    },
  })
}
