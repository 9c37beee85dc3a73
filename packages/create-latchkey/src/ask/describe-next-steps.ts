import { frameworks } from '../frameworks.ts'
import type { Decision } from './decide-choices.ts'

/**
 * Writes the commands that the user should run next in the new app.
 * @param agent - `npm_config_user_agent`, by which package managers tell their name
 */
export function describeNextSteps(decision: Decision, agent: string | undefined): string {
  const { folder, template, hasGateway } = decision
  const manager = /^(pnpm|yarn|bun)\//.exec(agent ?? '')?.[1] ?? 'npm'
  const steps = [
    ...(folder === '.' ? [] : [`cd ${quoteForShell(folder)}`]),
    `${manager} install`,
    `${manager} run dev    # ${frameworks[template].developmentUrl}`,
  ]
  const gateway = `
For the gateway: fill in .env.example, save it as .env, and run
  docker compose up --detach
No image of it is published yet: an image of Node runs the npm package @latchkey/gateway.
`
  return `Next:
${steps.map((step) => `  ${step}`).join('\n')}

The app's own test connects a mock wallet in a browser:
  npx playwright install chromium    # once
  ${manager} run test
${hasGateway ? gateway : ''}`
}

function quoteForShell(path: string): string {
  return /^[\w./@-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
