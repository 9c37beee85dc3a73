import { findChain } from '../chains.ts'
import type { AppChoices, AppFile } from '../choices.ts'
import { frameworks } from '../frameworks.ts'
import { nodeImage } from '../versions.ts'
import { nameNodesVariable } from './nodes-variable.ts'
import { writeCompose } from './write-compose.ts'
import { writeGatewayConfig } from './write-config.ts'

const caddyfile = `# Caddy fetches a certificate for a public name by itself, and makes one for localhost.
{$GATEWAY_DOMAIN:localhost} {
	reverse_proxy gateway:4301
}
`

/**
 * Makes the paths and texts of the files with which an app's gateway runs.
 * @param latchkeyVersion - version of the gateway's npm package
 */
export function planGatewayFiles(choices: AppChoices, latchkeyVersion: string): AppFile[] {
  return [
    { path: 'compose.yaml', text: writeCompose(choices, latchkeyVersion) },
    { path: 'gateway/latchkey.json', text: writeGatewayConfig(choices) },
    { path: 'gateway/Caddyfile', text: caddyfile },
    { path: '.env.example', text: writeEnvironment(choices) },
  ]
}

function writeEnvironment({ template, chains }: AppChoices): string {
  const nodes = chains.map((one) => {
    const { id, name } = findChain(one)
    return `# Nodes of ${name}, the preferred one first, with commas between.\n${nameNodesVariable(id)}=\n`
  })
  return `# Copy this file to .env, and fill it in. Git ignores .env.

# Address of the gateway, for the page. Without it the page asks the wallet alone.
${frameworks[template].gatewayVariable}=https://localhost

# Name under which the gateway is reached; a public one gets a certificate.
GATEWAY_DOMAIN=localhost

# Password of the database. Choose one of letters and digits, which mean nothing in an address.
POSTGRES_PASSWORD=

# Image in which the gateway runs.
LATCHKEY_GATEWAY_IMAGE=${nodeImage}

${nodes.join('\n')}`
}
