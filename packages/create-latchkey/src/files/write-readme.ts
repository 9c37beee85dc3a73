import type { AppChoices } from '../choices.ts'
import { frameworks } from '../frameworks.ts'

/** Writes the README of an app. */
export function writeReadme({ name, template, hasGateway }: AppChoices): string {
  const { label, developmentUrl, kitPath } = frameworks[template]
  const gateway = `
## The gateway

Balances of all tokens, history, names and prices come from a gateway of your own: \`compose.yaml\` starts it with PostgreSQL and Caddy.

\`\`\`sh
cp .env.example .env          # then fill it in: a password, and nodes of each network
docker compose up --detach
\`\`\`

No image of the gateway is published yet, so an image of Node runs its npm package. Without Docker, \`npx @latchkey/gateway\` starts it
with the folder that \`LATCHKEY_GATEWAY_DATA\` names, which holds \`latchkey.json\`.

Before you publish the page, add its address to \`projects[0].origins\` in \`gateway/latchkey.json\`, and set \`GATEWAY_DOMAIN\`.
`
  return `# ${name}

${label}, with a button that connects a wallet. Networks and settings stand in \`${kitPath}\`.

\`\`\`sh
npm install
npm run dev                        # ${developmentUrl}
npx playwright install chromium    # once, for the tests
npm test                           # connects a mock wallet in a browser
\`\`\`

With \`CHROMIUM_PATH\` the tests use a browser that you have.
${hasGateway ? gateway : ''}`
}
